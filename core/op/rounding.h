// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

/// What a config loses by adding in another way than its operator is defined, relative to the largest output.
struct Rounding {
    double seen;  ///< the worst of random shapes, which tests hold to it
    double bound; ///< of any shape: the same with room for inputs whose sums nearly cancel
};

} // namespace knobscope

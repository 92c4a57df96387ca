// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

/// What a config loses by adding in another way than its operator is defined, relative to the largest output.
struct Rounding {
    double seen;  ///< the worst of the shapes that were tried
    double bound; ///< what tests hold all shapes to
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

/// Rounding error of a config that adds in another order or form than its operator's definition, relative to the largest output.
struct Rounding {
    double seen;  ///< the largest error seen for random shapes; tests enforce it
    double bound; ///< bound for any shape: includes a margin for inputs whose sums nearly cancel
};

} // namespace knobscope

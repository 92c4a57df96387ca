// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

namespace knobscope {

/// Estimate of how far an output that is computed in another order of summation may be off: the root-mean-square rounding error
/// divided by the output's root mean square, in units of half the distance between 1 and the next number of the output's type.
/// Each operator adds the square root of the number of terms that it sums up for an element (a random walk of errors; Higham,
/// Accuracy and Stability of Numerical Algorithms, 2.8), and the deepest path counts. At least 1.
double roundingDepth(const Graph& graph, ValueId output);

} // namespace knobscope

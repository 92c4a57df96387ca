// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <vector>

namespace knobscope {

/// For each axis of the input, true if it is reduced: the axes in the second input, or all if that is absent or empty;
/// those after batch and channels for global pools.
std::vector<bool> reducedAxes(const OperatorCall& call);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <vector>

namespace knobscope {

/// For each axis of a reduction's input whether it is reduced: those of the second input, all where it is left out or empty.
std::vector<bool> reducedAxes(const OperatorCall& call);

} // namespace knobscope

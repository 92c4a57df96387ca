// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/knob.h"

#include <cstdint>

namespace knobscope {

/// The digits of a knob's candidates in the natural order of an axis: splits by their sizes from the innermost outwards, numbers
/// and booleans ascending, everything else as listed. (AutoTVM lists "verbose" splits in the order of a hash table.)
std::vector<int32_t> valueOrder(const Knob& knob);
/// The inverse: the position of each digit.
std::vector<int32_t> valuePlaces(const Knob& knob);

} // namespace knobscope

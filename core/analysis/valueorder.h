// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/knob.h"

#include <cstdint>

namespace knobscope {

/// The digits of a knob's candidates in the order in which people read an axis: splits by their sizes from the innermost
/// outwards, numbers and truth values ascending, everything else as listed. (AutoTVM's own order of "verbose" splits is a hash
/// table's.)
std::vector<int32_t> valueOrder(const Knob& knob);
/// The inverse: the place of each digit.
std::vector<int32_t> valuePlaces(const Knob& knob);

} // namespace knobscope

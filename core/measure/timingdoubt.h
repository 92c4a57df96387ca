// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"

namespace knobscope {

/// The half width of a speed-up's interval as a share of it where that is too wide to pass over in silence; 0 otherwise.
double doubtOf(const Timing& timing);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/timingdoubt.h"

namespace knobscope {

double doubtOf(const Timing& timing)
{
    constexpr double passedOver = 0.015;
    const double halfWidth = (timing.speedupHigh - timing.speedupLow) / 2;
    return timing.speedupLow > 0 && halfWidth > passedOver * timing.speedup ? halfWidth / timing.speedup : 0;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trialscale.h"

#include "core/store/rows.h"
#include "core/text/numbertext.h"

#include <algorithm>

namespace knobscope {

double TrialScale::seconds(double recorded) const
{
    const double scaled = std::max(recorded * factor, leastSeconds);
    return scaled == recorded ? recorded : toDigits(scaled, correctedDigits);
}

double TrialScale::speedup(double recordedSeconds, double recorded) const
{
    return recorded * std::min(1.0, recordedSeconds * factor / leastSeconds);
}

} // namespace knobscope

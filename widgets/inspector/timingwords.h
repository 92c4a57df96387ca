// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"

#include <QString>

namespace knobscope {

/// What the timing of a config came to, a line each: its speed and time at full pace, what it is worth over the untuned config,
/// how it ran then, and whatever makes these figures doubtful. `seconds`: a call at full pace.
QString timingWords(double gflops, double seconds, const Timing& timing);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/rows.h"

namespace knobscope::bench {

/// The live chart with 100,000 trials, on the offscreen platform: milliseconds from new trials in the project to the painted
/// picture while a run goes on, and for a step of panning, where everything is thinned anew.
std::vector<Row> chartRows();
/// Plots and parallel coordinates of 100,000 points, painted anew.
std::vector<Row> plotRows();

} // namespace knobscope::bench

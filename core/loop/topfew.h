// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"

#include <cstdint>
#include <vector>

namespace knobscope {

/// The trials that worked in a run: speeds with their configs.
using RankedTrials = std::vector<std::pair<double, int64_t>>;

/// The fastest different configs, fastest first, at most `count`.
std::vector<int64_t> fastestFew(RankedTrials trials, size_t count);
/// The best that a config reached; 0: it did not work, or is none of them.
double speedOf(const RankedTrials& trials, int64_t config);
/// The place of the fastest that worked; nullopt when none did.
std::optional<size_t> fastestOf(std::span<const MeasureResult> results);

} // namespace knobscope

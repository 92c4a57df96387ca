// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/stepbound.h"

namespace knobscope {

/// Steps of a network that do the same work in the same way: the same operators, template and sizes, tuned or not.
struct StepGroup {
    std::vector<size_t> steps; ///< positions in the report, ascending
    double seconds = 0;        ///< sum, as the next two
    std::optional<StepBound> bound; ///< nullopt: unknown
    StepAdvice advice; ///< for all of them together
};

/// The groups of a network's steps, the one that takes the most time first. `limits`: nullopt: the bounds are unknown.
std::vector<StepGroup> groupSteps(const NetworkReport& report, std::span<const double> stepSeconds,
                                  const std::optional<NetworkLimits>& limits);

/// A row for each group: operators, shape, number of steps, time, share of the network, bound and distance to it, whether it is
/// tuned, and seconds that can be gained at most.
Table stepGroupTable(const NetworkReport& report, std::span<const double> stepSeconds,
                     const std::optional<NetworkLimits>& limits);

} // namespace knobscope

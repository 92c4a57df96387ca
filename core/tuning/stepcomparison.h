// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/worker/networkrunner.h"

#include <array>
#include <span>
#include <vector>

namespace knobscope {

/// A profiled state of a network: untuned, tuned, of a project, before or after a pass.
struct ProfiledSteps {
    const NetworkReport& report;
    std::span<const double> seconds; ///< of each step
};

/// Median seconds of each step of two opened networks, profiled in turn, so that slow phases of the machine affect both. Each has
/// about `runs` runs.
Result<std::array<std::vector<double>, 2>> profileInTurn(NetworkRunner& before, NetworkRunner& after, int runs,
                                                         const std::atomic<bool>* stop = nullptr);

/// Two states of one network side by side: a row for each step of `after` with the step of `before` of the same name and
/// operators, in the order of the network; steps of only one of them, such as layout transforms, have a row too. The change is
/// in milliseconds, negative if `after` is faster.
Table stepComparison(const ProfiledSteps& before, const ProfiledSteps& after);

} // namespace knobscope

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

/// Median seconds of each step of opened networks, profiled in turn, so that slow phases of the machine affect all. Each has
/// about `runs` runs.
Result<std::vector<std::vector<double>>> profileInTurn(std::span<NetworkRunner* const> networks, int runs,
                                                       const std::atomic<bool>* stop = nullptr);

/// The steps of several states of one network in its order: a row for each step, with its number in each state (-1: the state has
/// no such step). Steps of two states are the same if both have the same name and are, or are not, layout transforms.
std::vector<std::vector<int>> alignSteps(std::span<const NetworkReport* const> states);

/// "conv2d_tiles_NCHWc.x86, NCHW8c": the template and the layout of a step's output.
std::string kernelText(const NetworkStep& step);

/// Two states of one network side by side: a row for each step of `after` with the step of `before` of the same name and
/// operators, in the order of the network; steps of only one of them, such as layout transforms, have a row too. The change is
/// in milliseconds, negative if `after` is faster.
Table stepComparison(const ProfiledSteps& before, const ProfiledSteps& after);

} // namespace knobscope

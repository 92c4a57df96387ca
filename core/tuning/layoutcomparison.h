// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/worker/networkrunner.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace knobscope {

/// A network with one choice of configs. Times are seconds per run.
struct ComparedNetwork {
    NetworkReport report;
    double predictedSeconds = 0; ///< kernels and transforms scaled to the machine's current speed, plus the measured rest
    double measuredSeconds = 0;  ///< median, alternating with the other network
};

/// Compares the fastest kernel of each layer with kernels that were chosen together.
struct LayoutComparison {
    ComparedNetwork fastest;
    ComparedNetwork plan;
    double slower = 1;            ///< time of kernels in the network now / alone at full machine speed
};

/// Opens a network. If it has tuned layers, times the plan's unknown transforms and opens it again, until the plan needs no
/// estimate or a limit is reached. Adds the times to the opening, scaled to full machine speed.
Result<NetworkReport> openTimingTransforms(NetworkRunner& runner, NetworkOpening& opening,
                                           const std::atomic<bool>* stop = nullptr);

/// Stores all timed transforms for the next comparison.
using KeepTransforms = std::function<Result<void>(const std::vector<TimedTransform>& all)>;

/// Opens both networks (slots 0 and 1), times the missing transforms, checks both against `reference` (computed if empty), and
/// times them alternately. Returns an error if no layer is tuned or if a network computes wrong results.
Result<LayoutComparison> compareLayouts(NetworkRunner& runner, NetworkOpening opening, int runs, const KeepTransforms& keep,
                                        NetworkReference& reference);

} // namespace knobscope

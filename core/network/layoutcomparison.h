// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/networkrunner.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace knobscope {

/// A network of one choice of configs. Seconds of a run.
struct ComparedNetwork {
    NetworkReport report;
    double predictedSeconds =
        0; ///< kernels and transforms as they are known at full pace, at the machine's pace now, and all else as it takes
    double measuredSeconds = 0;  ///< median, timed in turn with the other
};

/// The quickest kernel of each layer beside the kernels that were chosen together.
struct LayoutComparison {
    ComparedNetwork quickest;
    ComparedNetwork plan;
    double slower = 1;            ///< how many times as long kernels take in the network now as alone at full pace
};

/// Opens a network; where layers of it are tuned it times the transforms that its plan has and that are not known yet, and opens
/// what is best by then, until nothing of the plan is guessed (or a few times). Adds what was timed to the opening, at full pace.
Result<NetworkReport> openTimingTransforms(NetworkRunner& runner, NetworkOpening& opening,
                                           const std::atomic<bool>* stop = nullptr);

/// Keeps all transforms that are known then, for the next time.
using KeepTransforms = std::function<Result<void>(const std::vector<TimedTransform>& all)>;

/// Opens both in the runner (slots 0 and 1), times the transforms that are missing, checks what both compute (against
/// `reference`, which is computed where it is empty), and runs both in turn. Refuses a network of which no layer is tuned, and
/// one that computes wrong numbers.
Result<LayoutComparison> compareLayouts(NetworkRunner& runner, NetworkOpening opening, int runs, const KeepTransforms& keep,
                                        NetworkReference& reference);

} // namespace knobscope

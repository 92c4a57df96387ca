// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"
#include "core/worker/channel.h"

namespace knobscope {

/// Result of emulating a GPU config on the CPU. It gives no estimate of the speed on a GPU.
struct EmulatedResult {
    MeasureError error = MeasureError::None;
    Sentence why;              ///< reason of a failure
    double relativeError = 0;  ///< largest error of an element relative to the largest output, over all thread orders
    size_t kernels = 0;
    size_t barriers = 0;
    double seconds = 0;        ///< building and running, over all thread orders
};

/// Runs configs of a GPU task in a worker process, in three thread orders, and compares each output with the operator's
/// definition. A crash or timeout fails only its own config and restarts the worker.
Result<std::vector<EmulatedResult>> checkEmulated(const nlohmann::json& task, std::span<const ConfigEntity> entities,
                                                  const MeasureOptions& options);

/// Worker side: answers {"op": "emulate", "task", "entity", "seed"}.
Message answerEmulated(const Message& request);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/channel.h"
#include "core/measure/measurer.h"

namespace knobscope {

/// What emulating a GPU config on the CPU showed. It says nothing of its speed on a GPU.
struct EmulatedResult {
    MeasureError error = MeasureError::None;
    Sentence why;              ///< it failed
    double relativeError = 0;  ///< largest error of an element relative to the largest output, in any thread order
    size_t kernels = 0;
    size_t barriers = 0;
    double seconds = 0;        ///< building and running, all orders
};

/// Runs configs of a GPU task in a worker process, with the threads in three orders, and compares each with the operator's
/// definition. The worker is started again after a crash or a timeout, which cost that one config.
Result<std::vector<EmulatedResult>> checkEmulated(const nlohmann::json& task, std::span<const ConfigEntity> entities,
                                                  const MeasureOptions& options);

/// The worker's side: answers {"op": "emulate", "task", "entity", "seed"}.
Message answerEmulated(const Message& request);

} // namespace knobscope

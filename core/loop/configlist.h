// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

#include <cstdint>

namespace knobscope {

/// Configs of a task that are to be measured as they are listed, as a run of its own.
struct ConfigList {
    Task task;
    std::string label;
    std::string name;             ///< what stands in the run's place of the tuner: "neighbours"
    std::vector<int64_t> configs; ///< in the task's space; the first is what the others are timed in pairs with
};

/// Measures them in the calling thread and tells the listeners as tune() does. Refuses an empty list, a config that is not in the
/// space and a GPU task; a config that fails is a trial with its reason.
Result<RunFinished> measureConfigs(const ConfigList& list, Measurer& measurer, LoopControl& control,
                                   std::span<LoopListener* const> listeners);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"

#include <cstdint>

namespace knobscope {

/// Configs of a task to measure in the listed order, as a separate run.
struct ConfigList {
    Task task;
    std::string label;
    std::string name;             ///< stored in place of the tuner's name: "neighbours"
    std::vector<int64_t> configs; ///< in the task's space; the first is the partner of the others in pairs
};

/// Measures them in the calling thread and notifies the listeners as tune() does. Rejects an empty list, configs outside the
/// space, and tasks that the measurer does not accept. A failing config is a trial with its reason.
Result<RunFinished> measureConfigs(const ConfigList& list, Measurer& measurer, LoopControl& control,
                                   std::span<LoopListener* const> listeners);

} // namespace knobscope

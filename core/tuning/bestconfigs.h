// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/task/task.h"

#include <cstddef>
#include <vector>

namespace knobscope {

/// A measured config of a task.
struct RecordedConfig {
    std::string task; ///< the template's name
    nlohmann::json args;
    ConfigEntity entity;
    double seconds = 0; ///< per call at full pace
};

/// History lookup: returns the fastest `most` configs of each task of a project with this target (or with another name of this
/// machine's CPU), from all its runs with `threads` threads. If the task was tuned with cold weights, uses only those runs. Skips
/// entries that cannot be read, and configs of an earlier version's space.
Result<std::vector<RecordedConfig>> bestConfigs(Project& project, const Target& target, int threads, size_t most = 1);

/// [{"task", "args", "entity", "seconds"}]
nlohmann::json configsToJson(const std::vector<RecordedConfig>& configs);

} // namespace knobscope

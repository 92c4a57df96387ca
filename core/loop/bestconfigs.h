// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/task/task.h"

#include <cstddef>
#include <vector>

namespace knobscope {

/// A config that was measured, quickest first within its task.
struct RecordedConfig {
    std::string task; ///< the template's name
    nlohmann::json args;
    ConfigEntity entity;
    double seconds = 0; ///< a call at full pace
};

/// Of each task of a project that is for this target (or, where it is this machine's CPU, another name of that) the quickest
/// `most` configs of all its runs with as many threads: history lookup. Where it was tuned with cold weights, of those runs
/// alone. What cannot be read any more is left out.
Result<std::vector<RecordedConfig>> bestConfigs(Project& project, const Target& target, int threads, size_t most = 1);

/// [{"task", "args", "entity", "seconds"}]
nlohmann::json configsToJson(const std::vector<RecordedConfig>& configs);

} // namespace knobscope

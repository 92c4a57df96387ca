// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/store/project.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace knobscope {

/// A task that waits for its turn.
struct QueuedTask {
    int64_t id = 0; ///< from 1, never used twice; not kept
    LoopTask task;
    MeasureOptions measuring;
};

/// What a person has prepared and not run yet. A project keeps it beside its runs.
struct PreparedWork {
    std::map<std::string, std::vector<SpaceEdit>> edits; ///< of each edited task, by workloadKey(), as they were in hand last
    std::vector<QueuedTask> queue;
    std::vector<Sentence> problems; ///< a sentence for each entry that this version cannot make and left out
};

/// Reads it; a project without any has none. Entries that cannot be made are problems, not errors, and so are files that only the
/// project names (see isOwnTransfer): their tasks wait without them.
Result<PreparedWork> preparedWork(Project& project);
/// Replaces what the project kept. Opens the file by itself, so that it can be called in any thread.
Result<void> keepPreparedWork(const std::string& projectPath, const PreparedWork& work);

/// {"WORKLOAD": ["EDIT", …]}, as it is kept.
nlohmann::json preparedEditsToJson(const std::map<std::string, std::vector<SpaceEdit>>& edits);
/// What cannot be read is left out, with a sentence in `problems`.
std::map<std::string, std::vector<SpaceEdit>> preparedEditsFromJson(const nlohmann::json& json, std::vector<Sentence>& problems);

} // namespace knobscope

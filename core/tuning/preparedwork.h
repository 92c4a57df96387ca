// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/tuning/loop.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// A task waiting in the queue.
struct QueuedTask {
    int64_t id = 0; ///< from 1, never reused; not stored
    LoopTask task;
    MeasureOptions measuring;
};

/// The time of a schedule after one of its lines.
struct KeptTime {
    std::string line;   ///< the primitive; empty: the loops as defined
    double seconds = 0; ///< of a call, at full machine speed
    double speedup = 0; ///< over the loops as defined
    friend bool operator==(const KeptTime&, const KeptTime&) = default;
};

/// A schedule by hand (core/script) in a project: the template `user/NAME`.
struct KeptSchedule {
    std::string name;
    std::string text; ///< perhaps not a legal schedule
    std::vector<KeptTime> times; ///< of this text, measured last; empty: none
    friend bool operator==(const KeptSchedule&, const KeptSchedule&) = default;
};

/// Stored form: [{"line", "seconds", "speedup"}].
nlohmann::json keptTimesToJson(std::span<const KeptTime> times);

/// Null: there is no schedule with this name.
const KeptSchedule* findSchedule(const std::vector<KeptSchedule>& schedules, const std::string& name);
/// Adds or replaces a schedule, which becomes the last one; an empty text removes it. Returns whether anything changed.
bool putSchedule(std::vector<KeptSchedule>& schedules, KeptSchedule schedule);

/// Work that the user has prepared but not run yet. A project stores it with its runs.
struct PreparedWork {
    std::map<std::string, std::vector<SpaceEdit>> edits; ///< last edits of each edited task, by workloadKey()
    std::vector<QueuedTask> queue;
    std::vector<KeptSchedule> schedules; ///< each name once; the last changed one is last
    std::vector<Sentence> problems; ///< one for each entry that this version cannot create and skips
};

/// Reads the prepared work; empty if the project has none. Entries that cannot be created are problems, not errors, and so are
/// files that only the project names (see isOwnTransfer): their tasks wait without them.
Result<PreparedWork> preparedWork(Project& project);
/// Replaces the stored work. Opens the file itself; any thread.
Result<void> storePreparedWork(const std::string& projectPath, const PreparedWork& work);

/// Stored form: {"WORKLOAD": ["EDIT", …]}.
nlohmann::json preparedEditsToJson(const std::map<std::string, std::vector<SpaceEdit>>& edits);
/// Skips what cannot be read, with a sentence in `problems`.
std::map<std::string, std::vector<SpaceEdit>> preparedEditsFromJson(const nlohmann::json& json, std::vector<Sentence>& problems);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lessoncheck.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace knobscope {

/// An event of a lesson: {"time", "lesson", "step", "event", …, "hash"}. Events: "begin" (of a step; of the first one when
/// it was answered, with the time "opened"), "choose" ("choice"),
/// "go", "hint", "check" ("says", "state"), "done" ("right", "choice", "state"), "restart" (of a lesson), "hand-in". Each hash
/// covers the entry and the hash before it, so that a changed, removed or inserted entry is noticed, unless all hashes from
/// there on are recomputed.
class LessonLog
{
public:
    /// Keeps only the entries of an untrusted list up to the first that does not belong to the chain.
    static LessonLog fromJson(const nlohmann::json& json);
    nlohmann::json toJson() const { return m_entries; }

    const nlohmann::json& entries() const { return m_entries; }
    /// Appends an event; `entry` lacks "time" (now) and "hash". Ignored once there are 20,000 entries.
    void add(nlohmann::json entry);
    void add(nlohmann::json entry, int64_t unixMilliseconds);
    /// See progressIn().
    std::map<std::string, StepProgress> progress(const std::string& lesson) const;

private:
    nlohmann::json m_entries = nlohmann::json::array();
};

/// Results of a lesson's steps, by step, since its last restart.
std::map<std::string, StepProgress> progressIn(const nlohmann::json& entries, const std::string& lesson);
/// Number of the first entry that does not follow from the one before it; the number of entries if the chain is intact.
size_t firstBrokenEntry(const nlohmann::json& entries);
/// Values of the state that a step reads, for its log entry.
nlohmann::json readValues(const LessonStep& step, const LessonState& state);

} // namespace knobscope

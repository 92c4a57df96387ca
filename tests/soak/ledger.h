// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace knobscope::soak {

/// Compares the trials seen in a project with its final content.
class Ledger
{
public:
    /// Records all trials that a project contains now; a project that cannot be opened (being created, or deleted) adds nothing.
    void note(const std::string& project);
    /// Whether no run of the project is queued or interrupted.
    static bool isFinished(const std::string& project);
    /// Number of recorded trials.
    int64_t noted() const { return static_cast<int64_t>(m_trials.size()); }

    struct Verdict {
        int64_t lost = 0; ///< recorded, but in none of the projects, or with another config
        int64_t doubled = 0; ///< configs that occur twice in a run
        int64_t failed = 0; ///< trials with an error
        int64_t trials = 0;
        std::string unreadable; ///< why a project could not be read
    };
    /// `projects` are all files that may contain the trials, including rescued copies of deleted ones.
    Verdict compare(const std::vector<std::string>& projects) const;

private:
    using Key = std::tuple<int64_t, int64_t>; ///< run, number
    std::map<Key, int64_t> m_trials; ///< configs of the trials
};

/// Duplicate lines of an AutoTVM log, and lines that are not records (except a truncated last line).
struct LogVerdict {
    int64_t lines = 0;
    int64_t doubled = 0;
    int64_t torn = 0;
};
LogVerdict checkLog(const std::string& path);

} // namespace knobscope::soak

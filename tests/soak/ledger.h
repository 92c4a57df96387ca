// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace knobscope::soak {

/// What a project was seen to hold, against what it holds in the end.
class Ledger
{
public:
    /// Writes down every trial that a project holds at this moment; what cannot be opened now (it is being begun, or was deleted)
    /// adds nothing.
    void note(const std::string& project);
    /// Whether no run of the project waits or was broken off.
    static bool isFinished(const std::string& project);
    /// How many trials were written down.
    int64_t noted() const { return static_cast<int64_t>(m_trials.size()); }

    struct Verdict {
        int64_t lost = 0; ///< written down, and in none of the projects, or as another config
        int64_t doubled = 0; ///< configs that a run of them holds twice
        int64_t failed = 0; ///< trials with an error
        int64_t trials = 0;
        std::string unreadable; ///< why one could not be read
    };
    /// `projects`: where the trials may be, a deleted one's rescued copies among them.
    Verdict compare(const std::vector<std::string>& projects) const;

private:
    using Key = std::tuple<int64_t, int64_t>; ///< run, number
    std::map<Key, int64_t> m_trials; ///< their configs
};

/// Lines of an AutoTVM log that stand in it twice, and lines that are no record (but for one that was cut off at the end).
struct LogVerdict {
    int64_t lines = 0;
    int64_t doubled = 0;
    int64_t torn = 0;
};
LogVerdict checkLog(const std::string& path);

} // namespace knobscope::soak

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/runlab.h"

#include <cstdint>

namespace knobscope {

/// Tuner name of runs that recorded what searches requested.
inline constexpr const char* kSearchedTunerName = "searches";

struct SearchRecordOptions {
    std::string label;      ///< of the task, if the project does not have it yet
    std::vector<TunerChoice> tuners;
    LabOptions lab;         ///< seeds, budget and threads of the searches
    int around = 12;        ///< number of the best whose neighbours, all configs that differ in one knob, are measured as well
    double seconds = 0;     ///< stop after this long, to be continued later; 0: no limit
    int confirmTop = 4;     ///< as in RunOptions
    MeasureOptions measuring; ///< of the measurer
};
struct RecordProgress {
    int64_t done = 0;      ///< configs, with those from earlier sessions
    double seconds = 0;
    double bestGflops = 0;
};
struct RecordOutcome {
    int64_t measured = 0;  ///< in this session
    int64_t kept = 0;      ///< from earlier sessions
    int64_t failed = 0;    ///< of all configs
    bool isComplete = false;
    bool isRetimed = false; ///< the best few were timed against each other
    double seconds = 0;
    double bestGflops = 0;
};

/// Records the configs that searches propose in a space too large to be measured completely, as a run of a project: replays every
/// tuner with every seed, measures each config that a replay requests and no run of the project measured on this machine, stores
/// it, and continues the replay with its result. Then measures the neighbours of the best, re-times the best few as at the end of
/// a run, and repeats from the first replay until nothing is missing. So replays with these tuners, seeds and budgets find every
/// config that they request, and the space is dense where searches end. An interrupted recording can be continued, since replays
/// are deterministic. Rejects a task that the measurer does not accept, and fails like runLab.
Result<RecordOutcome> recordSearches(const Task& task, const std::string& projectPath, Measurer& measurer,
                                     const SearchRecordOptions& options,
                                     const std::function<void(const RecordProgress&)>& progress);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/trialfilter.h"
#include "core/task/task.h"

#include <cstdint>
#include <map>
#include <memory>

namespace knobscope {

/// Set of the project's trials that meet filters, one bit per trial, for per-trial queries (the spans of the timeline).
class MatchingTrials
{
public:
    /// The task of each run, with its edits. If it is missing or null (cannot be created), no trial of the run has knob values.
    using Tasks = std::map<int64_t, std::shared_ptr<const Task>>;

    MatchingTrials(std::vector<TrialFilter> filters, Tasks tasks)
        : m_filters(std::move(filters))
        , m_tasks(std::move(tasks))
    {
    }
    bool matchesAll() const { return m_filters.empty(); }
    /// Reads the trials added since the last call.
    Result<void> update(Project& project);
    /// Whether a trial met the filters at the last update(). Trial 0 stands for work of a run that belongs to no trial, at
    /// `seconds` (Unix): only filters on runs and time apply to it.
    bool contains(int64_t run, int64_t trial, double seconds) const;

private:
    struct Run {
        int64_t last = 0;
        std::string state; ///< run state at the last update()
        std::vector<bool> isMatching; ///< by trial number
    };
    std::vector<TrialFilter> m_filters;
    Tasks m_tasks;
    std::map<int64_t, Run> m_runs;
};

} // namespace knobscope

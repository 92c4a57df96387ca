// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/trialfilter.h"
#include "core/task/task.h"

#include <cstdint>
#include <map>
#include <memory>

namespace knobscope {

/// Which trials of a project meet filters, for what is asked trial by trial (the spans of the timeline). Keeps a bit a trial.
class MatchingTrials
{
public:
    /// The task of each run, with its edits; missing or null where it cannot be made: then no trial has a knob's value.
    using Tasks = std::map<int64_t, std::shared_ptr<const Task>>;

    MatchingTrials(std::vector<TrialFilter> filters, Tasks tasks)
        : m_filters(std::move(filters))
        , m_tasks(std::move(tasks))
    {
    }
    bool matchesAll() const { return m_filters.empty(); }
    /// Reads the trials that came since the last time.
    Result<void> update(Project& project);
    /// Whether a trial as of the last update() meets the filters. Trial 0 stands for what a run did for none in particular, at
    /// `seconds` (Unix): only filters on runs and time speak of it.
    bool contains(int64_t run, int64_t trial, double seconds) const;

private:
    struct Run {
        int64_t last = 0;
        std::string state; ///< as of the last update()
        std::vector<bool> isMatching; ///< by trial number
    };
    std::vector<TrialFilter> m_filters;
    Tasks m_tasks;
    std::map<int64_t, Run> m_runs;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/trialfilter.h"
#include "core/task/task.h"

#include <cstdint>
#include <memory>
#include <span>

namespace knobscope {

/// Trials of runs over one config space, with the digit (candidate number) of each knob.
struct TrialSet {
    struct Trial {
        int64_t run = 0;
        TrialPoint point; ///< gflops is finite; 0 if failed
        bool worked() const { return point.gflops > 0; }
    };
    std::shared_ptr<const Task> task;
    int64_t taskRow = 0; ///< the task's id in the project
    std::string label;
    std::vector<Trial> trials;
    std::vector<int32_t> digits; ///< one number per knob, trial by trial

    size_t knobCount() const { return task ? task->space.knobs().size() : 0; }
    int32_t digit(size_t trial, size_t knob) const { return digits[trial * knobCount() + knob]; }
    /// Index of the fastest trial; nullopt if none succeeded.
    std::optional<size_t> best() const;
    /// Adds a trial; ignores one whose config is not in the space.
    void add(int64_t run, TrialPoint point);
};

/// The trials of a run, or of all runs that tuned the same task with the same edits. Fails if this version cannot create the
/// task. `known`: an earlier result for the same file; reads only newer trials and keeps the task object.
Result<TrialSet> trialSetOf(Project& project, int64_t run, bool allRunsOfTask, const TrialSet* known = nullptr);

/// The trials of a set that meet the filters; shares the task.
TrialSet filtered(const TrialSet& set, std::span<const TrialFilter> filters);

} // namespace knobscope

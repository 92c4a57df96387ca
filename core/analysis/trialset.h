// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/trialfilter.h"
#include "core/task/task.h"

#include <cstdint>
#include <memory>
#include <span>

namespace knobscope {

/// The trials of runs over one config space, with the digit (candidate number) of each knob.
struct TrialSet {
    struct Trial {
        int64_t run = 0;
        TrialPoint point; ///< gflops is finite; 0 when failed
        bool worked() const { return point.gflops > 0; }
    };
    std::shared_ptr<const Task> task;
    int64_t taskRow = 0; ///< the project's row of it
    std::string label;
    std::vector<Trial> trials;
    std::vector<int32_t> digits; ///< trial by trial, a number a knob

    size_t knobCount() const { return task ? task->space.knobs().size() : 0; }
    int32_t digit(size_t trial, size_t knob) const { return digits[trial * knobCount() + knob]; }
    /// Position of the fastest trial; none when no trial succeeded.
    std::optional<size_t> best() const;
    /// Takes a trial in; one whose config is not in the space is left out.
    void add(int64_t run, TrialPoint point);
};

/// The trials of a run, or of all runs that tuned the same task with the same edits. Refused with a sentence when this version
/// cannot make the task. `known`: what was read of the same file before; then only what came since is read, and the task stays
/// the same object.
Result<TrialSet> trialSetOf(Project& project, int64_t run, bool allRunsOfTask, const TrialSet* known = nullptr);

/// The trials of a set that meet the filters; it shares the task.
TrialSet filtered(const TrialSet& set, std::span<const TrialFilter> filters);

} // namespace knobscope

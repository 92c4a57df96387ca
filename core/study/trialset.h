// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/runtrials.h"
#include "core/store/trialfilter.h"
#include "core/task/task.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace knobscope {

/// Trials of runs, one run after the other, as one list. Does not copy them: others may have the same SharedTrials.
class TrialList
{
public:
    struct Trial {
        int64_t run = 0;
        TrialPoint point; ///< gflops is finite; 0 if failed
        bool worked() const { return point.gflops > 0; }
    };
    /// Consecutive trials of one run.
    struct Part {
        int64_t run = 0;
        size_t first = 0;
        SharedTrials trials;
        const TrialPoint* begin = nullptr; ///< of `trials`
    };

    size_t size() const { return m_parts.empty() ? 0 : m_parts.back().first + m_parts.back().trials.size(); }
    bool empty() const { return size() == 0; }
    Trial operator[](size_t at) const
    {
        const Part& part = m_parts[m_partOf.empty() ? 0 : m_partOf[at]];
        return {part.run, part.begin[at - part.first]};
    }
    Trial front() const { return (*this)[0]; }
    Trial back() const { return (*this)[size() - 1]; }
    /// Position of a run's trial; nullopt if it is not in the list.
    std::optional<size_t> find(int64_t run, int64_t number) const;
    const std::vector<Part>& parts() const { return m_parts; }

    /// Adds trials after the others; none: does nothing.
    void add(int64_t run, const SharedTrials& trials);
    void add(int64_t run, const TrialPoint& trial);

private:
    std::vector<Part> m_parts;
    std::vector<uint32_t> m_partOf; ///< by trial; empty: all are in the first part
};

/// Candidate numbers of each knob, config by config, in two bytes each unless a knob has more candidates than that.
class KnobDigits
{
public:
    /// Adds those of a config of the space.
    void add(const ConfigSpace& space, int64_t index);
    /// Copies some of those of the same space.
    void add(const KnobDigits& from, size_t first, size_t count);
    int32_t operator[](size_t at) const { return m_isLong ? m_long[at] : m_short[at]; }
    size_t size() const { return m_short.size() + m_long.size(); }
    friend bool operator==(const KnobDigits&, const KnobDigits&) = default;

private:
    std::vector<uint16_t> m_short;
    std::vector<int32_t> m_long; ///< instead of m_short
    bool m_isLong = false;
};

/// Trials of runs over one config space, with the digit (candidate number) of each knob.
struct TrialSet {
    using Trial = TrialList::Trial;
    std::shared_ptr<const Task> task;
    int64_t taskRow = 0; ///< the task's id in the project
    std::string label;
    TrialList trials;
    KnobDigits digits; ///< one per knob, trial by trial

    size_t knobCount() const { return task ? task->space.knobs().size() : 0; }
    int32_t digit(size_t trial, size_t knob) const { return digits[trial * knobCount() + knob]; }
    /// Index of the fastest trial; nullopt if none succeeded.
    std::optional<size_t> best() const;
    /// Adds a trial; ignores one whose config is not in the space.
    void add(int64_t run, TrialPoint point);
};

/// The trials of a run, or of all runs that tuned the same task with the same edits. Fails if this version cannot create the
/// task. `known`: an earlier result for the same file; keeps its task object. `shared`: trials of the same file that others have,
/// too; null: reads all.
Result<TrialSet> trialSetOf(Project& project, int64_t run, bool allRunsOfTask, const TrialSet* known = nullptr,
                            RunTrials* shared = nullptr);

/// The trials of a set that meet the filters; shares the task.
TrialSet filtered(const TrialSet& set, std::span<const TrialFilter> filters);

} // namespace knobscope

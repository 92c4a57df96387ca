// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/task/task.h"

#include <cstdint>
#include <span>

namespace knobscope {

/// How quickly a finished run measured.
struct MeasuredRate {
    double trialsPerSecond = 0;
    int64_t run = 0;      ///< the project's row
    std::string label;    ///< of its task
    std::string tuner;
    double ended = 0;     ///< Unix seconds of its last trial
    int64_t trials = 0;
    bool sameTask = false; ///< it tuned this task, with whatever edits
    bool isGuessed = false; ///< nothing was measured: boundRate()
};

/// The rate of the last finished run of the same task with at least 10 trials, or else of a similar one: for the same target,
/// with at most four times and at least a quarter of the operations. Either was measured on this machine, with so many threads a
/// kernel. nullopt when no run of the project says it. Pauses of more than half a minute between trials do not count.
Result<std::optional<MeasuredRate>> measuredRate(Project& project, const Task& task, int threads);
/// The same with the project's runs at hand; reads at most the last 2,000 trials of a few of them.
Result<std::optional<MeasuredRate>> measuredRate(Project& project, std::span<const RunRow> runs, const Task& task, int threads);

/// What a task's trials a second may be where none was measured: from the time that its operations take at least on so many cores
/// like the target's, or on the card that it names, and what else a trial takes. nullopt where its operations are not known.
std::optional<MeasuredRate> boundRate(const Task& task, int threads);

/// What an edit costs.
struct SpacePrice {
    SpaceCount before;
    SpaceCount after;
    int64_t moreLow = 0; ///< after - before, between these two
    int64_t moreHigh = 0;
    double factor = 1; ///< after / before, of the middles
    std::optional<MeasuredRate> rate;
    double gridSeconds = 0; ///< a full grid of the edited space; 0 without a rate
    double gridSecondsMore = 0; ///< what it takes longer than before; negative when shorter
    /// A search of this many trials costs the same in both, unless it would visit all points of one.
    static constexpr int64_t searchTrials = 1000;
    bool searchIsUnchanged = true;
    /// So many trials visit the whole edited space: all its configs, where a search of searchTrials does; 0 where it does not.
    int64_t wholeVisit() const { return after.high <= searchTrials ? after.high : 0; }
    /// A search of searchTrials surely leaves some out.
    bool leavesSomeOut() const { return after.low > searchTrials; }
};
SpacePrice priceOf(const SpaceCount& before, const SpaceCount& after, std::optional<MeasuredRate> rate);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/task/task.h"

#include <cstdint>
#include <span>

namespace knobscope {

/// Measuring speed of a finished run.
struct MeasuredRate {
    double trialsPerSecond = 0;
    int64_t run = 0;      ///< the project's row
    std::string label;    ///< of its task
    std::string tuner;
    double ended = 0;     ///< Unix seconds of its last trial
    int64_t trials = 0;
    bool sameTask = false; ///< it tuned this task, with any edits
    bool isGuessed = false; ///< not measured, but estimated by boundRate()
};

/// Rate of the last finished run of the same task with at least 10 trials, or else of a similar task: with the same target and a
/// quarter to four times the operations. Either was measured on this machine, with this number of threads per kernel. nullopt if
/// the project has no such run. Pauses of more than half a minute between trials do not count.
Result<std::optional<MeasuredRate>> measuredRate(Project& project, const Task& task, int threads);
/// The same for given runs of the project; reads at most the last 2,000 trials of a few of them.
Result<std::optional<MeasuredRate>> measuredRate(Project& project, std::span<const RunRow> runs, const Task& task, int threads);

/// Estimated trials per second of a task without a measured rate, from the time of its operations on this number of cores like
/// the target's, or on the GPU that it names, and the overhead per trial. nullopt if its operations are unknown.
std::optional<MeasuredRate> boundRate(const Task& task, int threads);

/// Cost of an edit.
struct SpacePrice {
    SpaceCount before;
    SpaceCount after;
    int64_t moreLow = 0; ///< bounds of after - before
    int64_t moreHigh = 0;
    double factor = 1; ///< after / before, from the midpoints
    std::optional<MeasuredRate> rate;
    double gridSeconds = 0; ///< for a full grid of the edited space; 0 without a rate
    double gridSecondsMore = 0; ///< increase of gridSeconds by the edit; negative if shorter
    /// A search of this many trials costs the same in both spaces, unless it visits all points of one.
    static constexpr int64_t kSearchTrials = 1000;
    bool searchIsUnchanged = true;
    /// Number of trials that visit the whole edited space, if a search of kSearchTrials does; otherwise 0.
    int64_t trialsForFullGrid() const { return after.high <= kSearchTrials ? after.high : 0; }
    /// Returns true if a search of kSearchTrials certainly skips some configs.
    bool isPartial() const { return after.low > kSearchTrials; }
};
SpacePrice priceOf(const SpaceCount& before, const SpaceCount& after, std::optional<MeasuredRate> rate);

/// "512,512 configs, 384,384 in the template (×1.333)"; without edits "384,384 configs".
Sentence sizeSentence(const SpacePrice& price, bool isEdited);
/// "+128,128 configs; at the 11.2 trials/s measured here, a full grid takes 3 h 11 min longer; a GA of 1,000 trials takes as long
/// as before". Without edits, what a full grid of the template takes.
Sentence priceSentence(const SpacePrice& price, bool isEdited);
/// The same without the number of configs, which the headline of the space shows: of a template "at the 11.2 trials/s measured
/// here, a full grid takes 9 h 32 min".
Sentence costSentence(const SpacePrice& price, bool isEdited);
/// "11.2 trials/s: run 3 of resnet-18:2 (ga, 128 trials), 2026-11-21", where `when` is the day; empty if it was not measured.
Sentence rateSourceSentence(const std::optional<MeasuredRate>& rate, const std::string& when);

} // namespace knobscope

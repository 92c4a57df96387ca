// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <cstdint>
#include <utility>

namespace knobscope {

/// A run of the same task that knew nothing of earlier ones: what a warm start saves is counted against it.
struct ColdRun {
    int64_t row = 0; ///< of the project
    int64_t trials = 0;
    double speedupPerGflops = 0; ///< over an anchor that all runs of the task share; 0: not known
    std::vector<std::pair<int64_t, double>> bests; ///< trial and GFLOPS, wherever a trial was the best so far
    void hear(int64_t number, double gflops);
    double best() const { return bests.empty() ? 0 : bests.back().second; }
    /// The first trial that was this fast; 0: none was.
    int64_t trialsTo(double gflops) const;
};

/// What a run was given of earlier results, and what that was worth.
struct WarmStart {
    std::string source;        ///< "project", or a file's path; empty: it started cold, or nothing was found
    int64_t records = 0;       ///< found there
    int64_t usable = 0;        ///< of them: of this template, with these knobs; to learn from, or kept as they are
    int64_t tasks = 0;         ///< that those are of
    int64_t used = 0;          ///< what the tuner went by, and what was kept: a tuner that does not learn goes by none
    int64_t kept = 0; ///< configs that count as measured, from before the space's edits: so many trials were not made again
    double keptGflops = 0; ///< the fastest of those
    int64_t trialsToKept = 0; ///< until the run had a config of its own within 1 % of that; 0: never, or there is none
    int64_t firstTrials = 0; ///< the trials that its first ones are judged by …
    double firstGflops = 0; ///< … their best …
    double shareOfBest = 0; ///< … as a share of the run's best, after all its trials

    std::vector<int64_t> starts; ///< the fastest earlier configs as this space has them, which the tuner tries first
    int64_t tried = 0;         ///< trials of those
    double triedGflops = 0;    ///< the fastest of them …
    double triedShare = 0;     ///< … as a share of the run's best, after all its trials …
    int64_t triedAt = 0;       ///< … the trial that it was …
    int64_t ownAt = 0;         ///< … and the first trial of another config that was as fast; 0: none was

    std::vector<ColdRun> cold; ///< of the same task in the project, with the same tuner and threads
    int64_t coldRow = 0;       ///< the one that came soonest to 95 % of the best that it or this run saw; 0: there is none
    int64_t coldTrials = 0;    ///< the trial at which it did; 0: never
    int64_t coldLength = 0;    ///< all its trials
    int64_t warmTrials = 0;    ///< coldTrials of this run
    double commonGflops = 0;   ///< that best, at this run's pace

    bool isCold() const { return source.empty(); }

    static constexpr int64_t judgedTrials = 8; ///< as many as a cold start tries blindly
    static constexpr double comparedShare = 0.95;
    /// What the tuner goes by.
    void learn(const EarlierUse& use);
    /// Hears of the trials in order.
    void hear(int64_t number, int64_t index, double gflops);
    /// The run's best after it was timed again, and its speed-up over the anchor (0: not known). Cold runs are compared by
    /// speed-ups where both know them: seconds of another hour are another pace's.
    void finish(double bestGflops, double bestSpeedup = 0);

private:
    ColdRun m_all; ///< this run, as if it were one
    ColdRun m_other; ///< the same without the trials of `starts`
};
/// null for a cold start.
nlohmann::json warmStartToJson(const WarmStart& warm);

} // namespace knobscope

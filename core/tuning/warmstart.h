// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <cstdint>
#include <utility>

namespace knobscope {

/// A run of the same task without earlier results: the baseline for the benefit of a warm start.
struct ColdRun {
    int64_t row = 0; ///< in the project
    int64_t trials = 0;
    double speedupPerGflops = 0; ///< over an anchor that all runs of the task share; 0: unknown
    std::vector<std::pair<int64_t, double>> bests; ///< trial number and GFLOPS of each new best
    void addTrial(int64_t number, double gflops);
    double best() const { return bests.empty() ? 0 : bests.back().second; }
    /// First trial that was this fast; 0 if none was.
    int64_t trialsTo(double gflops) const;
};

/// Earlier results given to a run, and their benefit.
struct WarmStart {
    std::string source;        ///< "project", or a file's path; empty: a cold start, or nothing was found
    int64_t records = 0;       ///< in the source
    int64_t usable = 0;        ///< of this template, with these knobs; to learn from, or kept unchanged
    int64_t tasks = 0;         ///< of the usable records
    int64_t used = 0;          ///< by the tuner, plus those kept; 0 for tuners without transfer
    int64_t kept = 0; ///< configs from before the space's edits that count as measured: as many trials are saved
    double keptGflops = 0; ///< of the fastest kept config
    int64_t trialsToKept = 0; ///< until the run had a config of its own within 1 % of keptGflops; 0: never, or none was kept
    int64_t firstTrials = 0; ///< number of the first trials to judge
    double firstGflops = 0; ///< best of the first trials
    double shareOfBest = 0; ///< of firstGflops, relative to the run's best after all its trials

    std::vector<int64_t> starts; ///< the fastest earlier configs in this space, which the tuner tries first
    int64_t tried = 0;         ///< trials of `starts`
    double triedGflops = 0;    ///< best of these trials
    double triedShare = 0;     ///< of triedGflops, relative to the run's best after all its trials
    int64_t triedAt = 0;       ///< trial that reached triedGflops
    int64_t ownAt = 0;         ///< first trial of another config that was as fast; 0: none was

    std::vector<ColdRun> cold; ///< in the project: the same task, tuner and threads
    int64_t coldRow = 0; ///< of the cold run that was first to reach 95 % of the best of it and this run; 0: there is none
    int64_t coldTrials = 0; ///< trial at which it did; 0: never
    int64_t coldLength = 0; ///< number of its trials
    int64_t warmTrials = 0; ///< trial at which this run did; 0: never
    double commonGflops = 0; ///< that best, at this run's pace

    bool isCold() const { return source.empty(); }

    static constexpr int64_t kJudgedTrials = 8; ///< as many as a cold start tries blindly
    static constexpr double kComparedShare = 0.95;
    /// Records what the tuner uses.
    void learn(const EarlierUse& use);
    /// Records the trials, in order.
    void addTrial(int64_t number, int64_t index, double gflops);
    /// Records the run's best after re-timing, and its speed-up over the anchor (0: unknown). Compares with cold runs by
    /// speed-ups if both have them: seconds measured in another hour are at another pace.
    void finish(double bestGflops, double bestSpeedup = 0);

private:
    ColdRun m_all; ///< this run, in the form of a cold run
    ColdRun m_other; ///< the same without the trials of `starts`
};
/// null for a cold start.
nlohmann::json warmStartToJson(const WarmStart& warm);

} // namespace knobscope

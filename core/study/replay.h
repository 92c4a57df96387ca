// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/progresscurve.h"
#include "core/study/recordedspace.h"
#include "core/study/tunerchoice.h"
#include "core/tuner/pruner.h"

#include <atomic>
#include <cstdint>
#include <functional>

namespace knobscope {

struct ReplayOptions {
    int64_t budget = 300; ///< trials; fewer if the space has fewer points
    std::vector<EarlierTask> history; ///< earlier results for the tuner to learn from, except those of the space's own task
    int inFlight = 3;     ///< proposals in flight while the tuner is asked for more, as in the loop with one builder
    const std::atomic<bool>* stop = nullptr; ///< fails the replay when set from another thread
    PruneOptions prune;   ///< pruned proposals cost no trial
    /// Measures a config that is not recorded: FLOP/s, 0 if it fails; nullopt if there will be no answer, which ends the replay.
    /// Any thread. If empty, such a config is a failed trial, and in a sparse space an error, since no value is invented.
    std::function<std::optional<double>(int64_t index)> measure;
};

/// Result of one seed of a tuner.
struct Replay {
    std::vector<CurveStep> best; ///< by trial, as a share of the space's best
    int64_t trials = 0;
    int64_t failed = 0; ///< of the trials
    int64_t unknown = 0; ///< proposals that a nearly complete space lacks; they count as failed trials
    int64_t repeated = 0; ///< repeated proposals; they cost a trial, as in the loop
    PruneCount pruning;
    int64_t prunedGood = 0; ///< pruned although within 5 % of the space's best
    /// Configs within 1 % of the space's best that would have been pruned after some trial, if they had been proposed then and
    /// not before. Counts what a search lost by chance does not show.
    int64_t nearRuledOut = 0;
    bool isBestRuledOut = false; ///< the space's best is one of them
    /// Trials until the best so far reached this share of the space's best; nullopt: never.
    std::optional<int64_t> trialsTo(double share) const;
};

/// The tuner `recorded`, which exists only in replays: proposes the recorded configs in random order. Unlike `random`, it never
/// comes to a config that a sparse space lacks.
inline constexpr const char* recordedTuner = "recorded";

/// Runs a tuner on a recorded space as the loop would on a device: results arrive in the order of the proposals. Fails like
/// makeTuner, and for a space in which nothing worked or a config that a sparse space lacks. Replays of the same space may share
/// `features` and `bounds`.
Result<Replay> replay(const RecordedSpace& space, const TunerChoice& tuner, uint64_t seed, const ReplayOptions& options = {},
                      std::shared_ptr<FeatureSource> features = nullptr, std::shared_ptr<BoundSource> bounds = nullptr);

/// Results that a run of the tuner bayes with this number of trials would have stored for a task, for others to learn from. Fails
/// if a sparse space lacks a proposed config.
Result<EarlierTask> earlierRun(const RecordedSpace& space, int64_t trials);

} // namespace knobscope

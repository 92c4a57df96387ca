// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/recordedspace.h"
#include "core/lab/tunerchoice.h"
#include "core/tuner/pruner.h"

#include <atomic>
#include <cstdint>
#include <functional>

namespace knobscope {

struct ReplayOptions {
    int64_t budget = 300; ///< trials; a space with fewer points ends sooner
    std::vector<EarlierTask> history; ///< what the tuner may learn from; the space's own task is left out
    int inFlight = 3;     ///< proposals on their way while the tuner is asked for more, as the loop has with one builder
    const std::atomic<bool>* stop = nullptr; ///< when set from another thread, the replay ends with an error
    PruneOptions prune;   ///< proposals that are left out cost no trial
    /// Measures a config that is not recorded: FLOP/s, 0 when it fails; nullopt when no answer will come, which ends the replay.
    /// From any thread. Empty: such a config is a failed trial, and in a sparse space an error, since no value is made up.
    std::function<std::optional<double>(int64_t index)> measure;
};

/// What one seed of a tuner came to.
struct Replay {
    std::vector<double> best; ///< after each trial: the best so far as a share of the space's best, 0 to 1
    int64_t trials = 0;
    int64_t failed = 0; ///< of them
    int64_t unknown = 0; ///< proposals that were not recorded, of a space that nearly is; they count as failed trials
    int64_t repeated = 0; ///< proposals that it had made before; they cost a trial, as in the loop
    PruneCount pruning;
    int64_t prunedGood = 0; ///< left out although within 5 % of the space's best
    /// Trials until the best so far was this share of the space's best; nullopt: never.
    std::optional<int64_t> trialsTo(double share) const;
};

/// Runs a tuner on a recorded space as the loop would on a device: results come in the order of the proposals. Refuses what
/// makeTuner refuses, a space in which nothing worked, and a config that a sparse space does not hold. `features` and `bounds`
/// may be shared by replays of the same space.
Result<Replay> replay(const RecordedSpace& space, const TunerChoice& tuner, uint64_t seed, const ReplayOptions& options = {},
                      std::shared_ptr<FeatureSource> features = nullptr, std::shared_ptr<BoundSource> bounds = nullptr);

/// What a run of the tuner bayes with so many trials would have left of a task, for others to learn from. Refuses a sparse space
/// that does not hold what it asks for.
Result<EarlierTask> earlierRun(const RecordedSpace& space, int64_t trials);

} // namespace knobscope

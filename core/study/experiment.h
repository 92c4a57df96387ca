// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/paireddifference.h"
#include "core/study/comparedrun.h"
#include "core/tuning/loop.h"

#include <cstdint>

namespace knobscope {

/// With 6 seeds, a difference is significant only if all agree (p = 0.031); with 7, one may differ slightly.
inline constexpr int kDefaultSeeds = 7;

/// Two variants of a task, tuned with the same tuner, budget and seeds, to find out if one gives faster kernels.
struct ExperimentPlan {
    Task a;
    Task b;
    std::string label;   ///< of the task
    RunOptions options;  ///< its seed is the first one
    int seeds = kDefaultSeeds;
};
/// Returns the runs in execution order: A and B alternate, with B first for every second seed, so that a drift of the machine's
/// speed affects both.
std::vector<LoopTask> experimentRuns(const ExperimentPlan& plan);
/// Returns true if run `number` (from 0) of experimentRuns() tunes B.
bool isRunOfB(size_t number);

/// Result of one run.
struct ExperimentRun {
    uint64_t seed = 0;
    double bestGflops = 0;
    int64_t trialsToTarget = 0; ///< trials until the target was reached; 0: never
    int64_t trials = 0;
};

struct ExperimentResult {
    std::vector<ExperimentRun> a; ///< by seed
    std::vector<ExperimentRun> b;
    double targetGflops = 0;      ///< 95 % of the best of all runs
    double meanA = 0;
    double meanB = 0;
    PairedDifference gflops; ///< B - A by seed, as pairs, because the runs of a seed follow each other on the machine
    /// Difference in trials to the target over the seeds in which both reached it; nullopt if there are none.
    std::optional<PairedDifference> trialsToTarget;
};
/// `a[i]` and `b[i]` have the same seed. Rejects empty lists and lists of different lengths.
Result<ExperimentResult> evaluateExperiment(std::span<const ComparedRun> a, std::span<const ComparedRun> b);
/// The same from a project: `runs` are row numbers in the order of experimentRuns().
Result<ExperimentResult> evaluateExperiment(Project& project, std::span<const int64_t> runs);

/// Conclusion of an experiment.
enum class ExperimentVerdict : uint8_t {
    Shown, ///< the better variant finds faster kernels: p is at most kVerdictLevel
    NoDifference, ///< chance may explain the difference
    FewSeeds, ///< fewer than seedsNeeded(): no outcome would be significant
};
ExperimentVerdict verdictOf(const ExperimentResult& result);
/// The conclusion on B in one word ("Yes", "No", "Not yet"), and why.
struct ExperimentAnswer {
    Sentence word;
    Sentence why;
};
ExperimentAnswer answerOf(const ExperimentResult& result);
/// Minimum number of seeds that can show a difference.
int seedsNeeded();
/// Describes the bests, their difference with its interval, the trials to the target, and the conclusion.
std::vector<Sentence> experimentSentences(const ExperimentResult& result, const std::string& nameA, const std::string& nameB);

} // namespace knobscope

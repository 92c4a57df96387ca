// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/stats/paireddifference.h"
#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// With 6 seeds a difference shows only when all agree, and then with p = 0.031; with 7 one may differ a little.
inline constexpr int seedsOffered = 7;

/// Two variants of a task tuned with the same tuner, budget and seeds, to see whether one finds faster kernels.
struct ExperimentPlan {
    Task a;
    Task b;
    std::string label;   ///< of the task
    RunOptions options;  ///< its seed is the first one
    int seeds = seedsOffered;
};
/// The runs in the order in which they are to be made: A and B in turn, B first for every second seed, so that a machine that
/// gets slower or faster meets both.
std::vector<LoopTask> experimentRuns(const ExperimentPlan& plan);
/// Whether run `number` (from 0) of experimentRuns() tunes B.
bool isRunOfB(size_t number);

/// What one run came to.
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
    PairedDifference gflops; ///< B - A by seed; the runs of a seed follow each other on the machine, so they are a pair
    /// Of the trials to the target, over the seeds where both reached it; absent when there are none.
    std::optional<PairedDifference> trialsToTarget;
};
/// What is known of one run: its trials in order, and its best one after re-timing (0: the largest of the trials).
struct ExperimentTrials {
    std::vector<double> gflops;
    double bestGflops = 0;
};
/// `a[i]` and `b[i]` are the runs of seed i. Refuses lists of different or no length.
Result<ExperimentResult> evaluateExperiment(uint64_t firstSeed, std::span<const ExperimentTrials> a,
                                            std::span<const ExperimentTrials> b);
/// The same read from a project: the rows of the runs in the order of experimentRuns().
Result<ExperimentResult> evaluateExperiment(Project& project, uint64_t firstSeed, std::span<const int64_t> runs);

/// A difference is shown by a p of at most this.
inline constexpr double experimentLevel = 0.05;
/// What an experiment says in the end.
enum class ExperimentVerdict : uint8_t {
    Shown, ///< the better one finds faster kernels: p is at most experimentLevel
    NoDifference, ///< chance alone may give as much
    FewSeeds, ///< fewer than seedsNeeded(): whatever came out, chance gives one side as often as that
};
ExperimentVerdict verdictOf(const ExperimentResult& result);
/// The fewest seeds that can show a difference.
int seedsNeeded();
/// The bests, their difference with its interval, the trials to the target, and what they do and do not show.
std::vector<Sentence> experimentSentences(const ExperimentResult& result, const std::string& nameA, const std::string& nameB);

} // namespace knobscope

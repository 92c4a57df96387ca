// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// Two variants of a task tuned with the same tuner, budget and seeds, to see whether one finds faster kernels.
struct ExperimentPlan {
    Task a;
    Task b;
    std::string label;   ///< of the task
    RunOptions options;  ///< its seed is the first one
    int seeds = 3;
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

/// A mean difference B - A over seeds with a 95 % bootstrap interval (Efron 1979, percentile): all resamples where they are few,
/// 20,000 seeded ones otherwise.
struct MeanDifference {
    double mean = 0;
    double low = 0;
    double high = 0;
    bool excludesZero() const { return low > 0 || high < 0; }
};
MeanDifference bootstrapDifference(std::span<const double> differences);

struct ExperimentResult {
    std::vector<ExperimentRun> a; ///< by seed
    std::vector<ExperimentRun> b;
    double targetGflops = 0;      ///< 95 % of the best of all runs
    double meanA = 0;
    double meanB = 0;
    MeanDifference gflops;
    /// Of the trials to the target, over the seeds where both reached it; absent when there are none.
    std::optional<MeanDifference> trialsToTarget;
    int bothReached = 0; ///< seeds where both did
    /// True only when the interval leaves zero out and five seeds or more agree: three seeds fall on one side by chance in one
    /// of four experiments.
    bool isShown = false;
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

/// What an experiment says in the end.
enum class ExperimentVerdict : uint8_t {
    Shown, ///< the better one finds faster kernels
    NoDifference, ///< the interval holds zero
    OneSeed, ///< nothing can be said of chance
    FewSeeds, ///< one side leads, but too few seeds to tell it from chance
};
ExperimentVerdict verdictOf(const ExperimentResult& result);

/// Whole sentences for people: the difference with its interval, the trials, and what they do and do not show.
std::vector<std::string> experimentText(const ExperimentResult& result, const std::string& nameA, const std::string& nameB);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/experiment.h"

#include "core/base/statistics.h"
#include "core/study/progresscurve.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

ExperimentRun runOf(const ComparedRun& run, double target)
{
    const auto reached = reachOf(bestSoFar(run.trials, CurveAxis::Trials, run.started), target);
    return {run.seed, run.bestGflops(), static_cast<int64_t>(reached.value_or(0)), static_cast<int64_t>(run.trials.size())};
}

void evaluateTrials(ExperimentResult& result)
{
    std::vector<double> differences;
    for (size_t i = 0; i < result.a.size(); ++i) {
        if (result.a[i].trialsToTarget > 0 && result.b[i].trialsToTarget > 0) {
            differences.push_back(static_cast<double>(result.b[i].trialsToTarget - result.a[i].trialsToTarget));
        }
    }
    if (!differences.empty()) {
        result.trialsToTarget = pairedDifference(differences);
    }
}

// --- sentences ---

int64_t reachedBy(const std::vector<ExperimentRun>& runs)
{
    return std::count_if(runs.begin(), runs.end(), [](const ExperimentRun& run) { return run.trialsToTarget > 0; });
}

Sentence differenceSentence(const ExperimentResult& result)
{
    const PairedDifference& d = result.gflops;
    const double percent = result.meanA > 0 ? 100 * d.estimate / result.meanA : 0;
    return std::isfinite(d.low) ? phrase("Difference per seed: {:+.2f} GFLOPS ({:+.1f} %), 95 % interval {:+.2f} to {:+.2f}.",
                                         d.estimate, percent, d.low, d.high)
                                : phrase("Difference per seed: {:+.2f} GFLOPS ({:+.1f} %).", d.estimate, percent);
}

/// Covers the seeds in which both variants reached the target.
Sentence trialsSentence(const PairedDifference& t, const std::string& nameB)
{
    const Sentence needed = std::abs(t.estimate) < 0.05 ? phrase("Where both reached it, {} needed equally many trials.", nameB)
                          : t.estimate > 0 ? phrase("Where both reached it, {} needed {:.1f} trials more.", nameB, t.estimate)
                                           : phrase("Where both reached it, {} needed {:.1f} trials fewer.", nameB, -t.estimate);
    return std::isfinite(t.low) ? phrase("{} 95 % interval {:+.1f} to {:+.1f}.", needed, t.low, t.high) : needed;
}

} // namespace

bool isRunOfB(size_t number)
{
    const size_t seed = number / 2;
    return (number % 2 == 1) != (seed % 2 == 1);
}

std::vector<LoopTask> experimentRuns(const ExperimentPlan& plan)
{
    std::vector<LoopTask> runs;
    for (size_t i = 0; i < static_cast<size_t>(std::max(1, plan.seeds)) * 2; ++i) {
        LoopTask run{isRunOfB(i) ? plan.b : plan.a, plan.label, plan.options, {}, 0};
        run.options.seed = plan.options.seed + i / 2;
        runs.push_back(std::move(run));
    }
    return runs;
}

Result<ExperimentResult> evaluateExperiment(std::span<const ComparedRun> a, std::span<const ComparedRun> b)
{
    if (a.empty() || a.size() != b.size()) {
        return fail(ErrorCode::InvalidArgument, "An experiment needs equally many runs of both variants, not {} and {}", a.size(),
                    b.size());
    }
    ExperimentResult result;
    for (const auto& runs : {a, b}) {
        for (const ComparedRun& run : runs) {
            result.targetGflops = std::max(result.targetGflops, kVerdictShare * run.bestGflops());
        }
    }
    std::vector<double> differences;
    std::vector<double> bestA;
    std::vector<double> bestB;
    for (size_t i = 0; i < a.size(); ++i) {
        result.a.push_back(runOf(a[i], result.targetGflops));
        result.b.push_back(runOf(b[i], result.targetGflops));
        bestA.push_back(result.a.back().bestGflops);
        bestB.push_back(result.b.back().bestGflops);
        differences.push_back(bestB.back() - bestA.back());
    }
    result.meanA = mean(bestA);
    result.meanB = mean(bestB);
    result.gflops = pairedDifference(differences);
    evaluateTrials(result);
    return result;
}

Result<ExperimentResult> evaluateExperiment(Project& project, std::span<const int64_t> runs)
{
    std::vector<ComparedRun> a;
    std::vector<ComparedRun> b;
    for (size_t i = 0; i < runs.size() / 2 * 2; ++i) {
        const auto row = TRY(project.run(runs[i]));
        ComparedRun run{.seed = row.seed, .started = row.started};
        run.trials = TRY(project.points(runs[i]));
        (isRunOfB(i) ? b : a).push_back(std::move(run));
    }
    return evaluateExperiment(a, b);
}

ExperimentVerdict verdictOf(const ExperimentResult& result)
{
    if (result.gflops.pValue <= kVerdictLevel) {
        return ExperimentVerdict::Shown;
    }
    return static_cast<int>(result.a.size()) < seedsNeeded() ? ExperimentVerdict::FewSeeds : ExperimentVerdict::NoDifference;
}

ExperimentAnswer answerOf(const ExperimentResult& result)
{
    const double percent = result.meanA > 0 ? 100 * result.gflops.estimate / result.meanA : 0;
    const Sentence seeds = phrase("{} (seed|seeds)", result.a.size());
    switch (verdictOf(result)) {
    case ExperimentVerdict::Shown:
        return {result.gflops.estimate > 0 ? phrase("Yes") : phrase("No"),
                phrase("{:+.1f} % GFLOPS for each seed ({}, p = {:.2g})", percent, seeds, result.gflops.pValue)};
    case ExperimentVerdict::FewSeeds:
        return {phrase("Not yet"), phrase("{} more (seed|seeds) needed; {:+.1f} % GFLOPS so far",
                                          seedsNeeded() - static_cast<int>(result.a.size()), percent)};
    case ExperimentVerdict::NoDifference: break;
    }
    return {phrase("No"), phrase("no significant difference: {:+.1f} % GFLOPS for each seed ({}, p = {:.2g})", percent, seeds,
                                 result.gflops.pValue)};
}

int seedsNeeded()
{
    return static_cast<int>(minPairsForSignificance(kVerdictLevel));
}

std::vector<Sentence> experimentSentences(const ExperimentResult& result, const std::string& nameA, const std::string& nameB)
{
    const Sentence seeds = phrase("{} (seed|seeds)", result.a.size());
    std::vector<Sentence> all;
    all.push_back(phrase("Best of a run, mean of {}: {} {:.2f} GFLOPS, {} {:.2f} GFLOPS.", seeds, nameA, result.meanA, nameB,
                         result.meanB));
    all.push_back(differenceSentence(result));
    all.push_back(phrase("{:.2f} GFLOPS (95 % of the best seen) was reached by {} in {} of {} and by {} in {} of {}.",
                         result.targetGflops, nameA, reachedBy(result.a), seeds, nameB, reachedBy(result.b), seeds));
    if (result.trialsToTarget) {
        all.push_back(trialsSentence(*result.trialsToTarget, nameB));
    }
    switch (verdictOf(result)) {
    case ExperimentVerdict::Shown:
        all.push_back(phrase("{} finds faster kernels with this budget (p = {:.2g}, signed ranks of {}).",
                             result.gflops.estimate > 0 ? nameB : nameA, result.gflops.pValue, seeds));
        break;
    case ExperimentVerdict::NoDifference:
        all.push_back(phrase(
            "This experiment shows no significant difference (p = {:.2g}, above {}). More seeds could reveal a smaller one.",
            result.gflops.pValue, kVerdictLevel));
        break;
    case ExperimentVerdict::FewSeeds:
        all.push_back(phrase("{} cannot tell a difference from chance (p is at least {:.2g}); at least {} are needed.", seeds,
                             smallestPairedPValue(result.a.size()), seedsNeeded()));
        break;
    }
    return all;
}

} // namespace knobscope

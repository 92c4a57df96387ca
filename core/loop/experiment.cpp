// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/experiment.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace knobscope {

namespace {

constexpr double targetShare = 0.95;
constexpr double level = 0.05;

double mean(std::span<const double> values)
{
    return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double bestOf(const ExperimentTrials& trials)
{
    const auto& gflops = trials.gflops;
    return trials.bestGflops > 0 || gflops.empty() ? trials.bestGflops : *std::max_element(gflops.begin(), gflops.end());
}

ExperimentRun runOf(uint64_t seed, const ExperimentTrials& trials, double target)
{
    const auto& gflops = trials.gflops;
    ExperimentRun run;
    run.seed = seed;
    run.trials = static_cast<int64_t>(gflops.size());
    run.bestGflops = bestOf(trials);
    const auto reached = std::find_if(gflops.begin(), gflops.end(), [&](double g) { return g >= target; });
    run.trialsToTarget = reached == gflops.end() || target <= 0 ? 0 : reached - gflops.begin() + 1;
    return run;
}

void evaluateTrials(ExperimentResult& result)
{
    std::vector<double> differences;
    for (size_t i = 0; i < result.a.size(); ++i) {
        if (result.a[i].trialsToTarget > 0 && result.b[i].trialsToTarget > 0) {
            differences.push_back(static_cast<double>(result.b[i].trialsToTarget - result.a[i].trialsToTarget));
        }
    }
    result.bothReached = static_cast<int>(differences.size());
    if (!differences.empty()) {
        result.trialsToTarget = pairedDifference(differences);
    }
}

int reachedBy(const std::vector<ExperimentRun>& runs)
{
    return static_cast<int>(
        std::count_if(runs.begin(), runs.end(), [](const ExperimentRun& run) { return run.trialsToTarget > 0; }));
}

std::string seedsText(size_t seeds)
{
    return fmt::format("{} {}", seeds, seeds == 1 ? "seed" : "seeds");
}

std::string verdictText(const ExperimentResult& result, const std::string& better)
{
    switch (verdictOf(result)) {
    case ExperimentVerdict::Shown:
        return fmt::format("{} finds faster kernels with this budget (p = {:.2g}, signed ranks of {}).", better,
                           result.gflops.pValue, seedsText(result.a.size()));
    case ExperimentVerdict::NoDifference:
        return fmt::format("This experiment shows no difference (p = {:.2g}, above {}). One may still be there; more seeds would "
                           "find a smaller one.",
                           result.gflops.pValue, level);
    case ExperimentVerdict::FewSeeds: break;
    }
    return fmt::format("{} cannot tell a difference from chance, which alone puts so many on one side with p = {:.2g}; at "
                       "least {} are needed.",
                       seedsText(result.a.size()), smallestPairedPValue(result.a.size()), seedsNeeded());
}

std::string differenceText(const ExperimentResult& result)
{
    const PairedDifference& d = result.gflops;
    const double percent = result.meanA > 0 ? 100 * d.estimate / result.meanA : 0;
    const std::string interval =
        std::isfinite(d.low) ? fmt::format(", 95 % interval {:+.2f} to {:+.2f}", d.low, d.high) : std::string();
    return fmt::format("Difference by seed {:+.2f} GFLOPS ({:+.1f} %){}.", d.estimate, percent, interval);
}

std::string trialsText(const PairedDifference& t, const std::string& nameB)
{
    const std::string needed = std::abs(t.estimate) < 0.05
                                 ? "as many trials"
                                 : fmt::format("{:.1f} trials {}", std::abs(t.estimate), t.estimate > 0 ? "more" : "fewer");
    const std::string interval =
        std::isfinite(t.low) ? fmt::format(" (95 % interval {:+.1f} to {:+.1f})", t.low, t.high) : std::string();
    return fmt::format("; where both did, {} needed {}{}.", nameB, needed, interval);
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

Result<ExperimentResult> evaluateExperiment(uint64_t firstSeed, std::span<const ExperimentTrials> a,
                                            std::span<const ExperimentTrials> b)
{
    if (a.empty() || a.size() != b.size()) {
        return fail(ErrorCode::InvalidArgument,
                    "An experiment compares as many runs of one variant as of the other, not {} and {}", a.size(), b.size());
    }
    ExperimentResult result;
    for (const auto& runs : {a, b}) {
        for (const ExperimentTrials& trials : runs) {
            result.targetGflops = std::max(result.targetGflops, targetShare * bestOf(trials));
        }
    }
    std::vector<double> differences;
    std::vector<double> bestA;
    std::vector<double> bestB;
    for (size_t i = 0; i < a.size(); ++i) {
        result.a.push_back(runOf(firstSeed + i, a[i], result.targetGflops));
        result.b.push_back(runOf(firstSeed + i, b[i], result.targetGflops));
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

Result<ExperimentResult> evaluateExperiment(Project& project, uint64_t firstSeed, std::span<const int64_t> runs)
{
    std::vector<ExperimentTrials> a;
    std::vector<ExperimentTrials> b;
    for (size_t i = 0; i + 1 < runs.size(); i += 2) {
        for (size_t j = i; j < i + 2; ++j) {
            const auto points = project.points(runs[j]);
            const auto run = project.run(runs[j]);
            if (!points || !run) {
                return points ? fail(run) : fail(points);
            }
            ExperimentTrials trials;
            for (const TrialPoint& point : *points) {
                trials.gflops.push_back(point.gflops);
            }
            trials.bestGflops = run->bestGflops;
            (isRunOfB(j) ? b : a).push_back(std::move(trials));
        }
    }
    return evaluateExperiment(firstSeed, a, b);
}

ExperimentVerdict verdictOf(const ExperimentResult& result)
{
    if (result.gflops.pValue <= level) {
        return ExperimentVerdict::Shown;
    }
    return static_cast<int>(result.a.size()) < seedsNeeded() ? ExperimentVerdict::FewSeeds : ExperimentVerdict::NoDifference;
}

int seedsNeeded()
{
    return static_cast<int>(pairsNeeded(level));
}

std::vector<std::string> experimentText(const ExperimentResult& result, const std::string& nameA, const std::string& nameB)
{
    std::vector<std::string> lines;
    lines.push_back(fmt::format("Best of a run, mean of {}: {} {:.2f} GFLOPS, {} {:.2f} GFLOPS.", seedsText(result.a.size()),
                                nameA, result.meanA, nameB, result.meanB));
    lines.push_back(differenceText(result));
    const std::string reached = fmt::format(
        "{:.2f} GFLOPS (95 % of the best seen) was reached by {} in {} of {} and by {} in {} of {}", result.targetGflops, nameA,
        reachedBy(result.a), seedsText(result.a.size()), nameB, reachedBy(result.b), seedsText(result.b.size()));
    lines.push_back(reached + (result.trialsToTarget ? trialsText(*result.trialsToTarget, nameB) : "."));
    lines.push_back(verdictText(result, result.gflops.estimate > 0 ? nameB : nameA));
    return lines;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/experiment.h"

#include "core/stats/statistics.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr double targetShare = 0.95;

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
    if (result.gflops.pValue <= experimentLevel) {
        return ExperimentVerdict::Shown;
    }
    return static_cast<int>(result.a.size()) < seedsNeeded() ? ExperimentVerdict::FewSeeds : ExperimentVerdict::NoDifference;
}

int seedsNeeded()
{
    return static_cast<int>(pairsNeeded(experimentLevel));
}

} // namespace knobscope

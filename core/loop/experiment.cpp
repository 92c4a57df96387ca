// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/experiment.h"

#include "core/stats/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace knobscope {

namespace {

constexpr double targetShare = 0.95;
constexpr int resamples = 20'000;
constexpr double mostExact = 50'000; // k^k resamples: up to 6 seeds
constexpr int seedsThatConvince = 5;

double mean(std::span<const double> values)
{
    return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> allResampledMeans(std::span<const double> values)
{
    std::vector<size_t> chosen(values.size(), 0);
    std::vector<double> means;
    while (true) {
        double sum = 0;
        for (const size_t i : chosen) {
            sum += values[i];
        }
        means.push_back(sum / static_cast<double>(values.size()));
        size_t at = 0;
        while (at < chosen.size() && ++chosen[at] == values.size()) {
            chosen[at++] = 0;
        }
        if (at == chosen.size()) {
            return means;
        }
    }
}

std::vector<double> randomResampledMeans(std::span<const double> values)
{
    std::mt19937_64 random(1);
    std::vector<double> means;
    for (int i = 0; i < resamples; ++i) {
        double sum = 0;
        for (size_t k = 0; k < values.size(); ++k) {
            sum += values[random() % values.size()];
        }
        means.push_back(sum / static_cast<double>(values.size()));
    }
    return means;
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
        result.trialsToTarget = bootstrapDifference(differences);
    }
}

std::string countText(int reached, size_t seeds)
{
    return fmt::format("{} of {} {}", reached, seeds, seeds == 1 ? "seed" : "seeds");
}

int reachedBy(const std::vector<ExperimentRun>& runs)
{
    return static_cast<int>(
        std::count_if(runs.begin(), runs.end(), [](const ExperimentRun& run) { return run.trialsToTarget > 0; }));
}

std::string verdictText(const ExperimentResult& result, const std::string& better)
{
    switch (verdictOf(result)) {
    case ExperimentVerdict::Shown: return fmt::format("{} finds faster kernels with this budget.", better);
    case ExperimentVerdict::NoDifference:
        return "The interval holds zero: this experiment shows no difference. A smaller one may still be there; more seeds would "
               "narrow the interval.";
    case ExperimentVerdict::OneSeed: return "One seed says nothing of chance; repeat with five or more.";
    case ExperimentVerdict::FewSeeds: break;
    }
    return fmt::format("All points to {}, but with {} seeds chance alone gives one side this often: 1 in {}. Five seeds or more "
                       "would settle it.",
                       better, result.a.size(), int64_t{1} << (result.a.size() - 1));
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

MeanDifference bootstrapDifference(std::span<const double> differences)
{
    if (differences.empty()) {
        return {};
    }
    const double k = static_cast<double>(differences.size());
    const std::vector<double> means =
        std::pow(k, k) <= mostExact ? allResampledMeans(differences) : randomResampledMeans(differences);
    return {mean(differences), quantile(means, 0.025), quantile(means, 0.975)};
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
    result.gflops = bootstrapDifference(differences);
    result.isShown = result.gflops.excludesZero() && differences.size() >= seedsThatConvince;
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
    if (result.a.size() < 2) {
        return ExperimentVerdict::OneSeed;
    }
    if (!result.gflops.excludesZero()) {
        return ExperimentVerdict::NoDifference;
    }
    return result.isShown ? ExperimentVerdict::Shown : ExperimentVerdict::FewSeeds;
}

std::vector<std::string> experimentText(const ExperimentResult& result, const std::string& nameA, const std::string& nameB)
{
    const MeanDifference& d = result.gflops;
    const double percent = result.meanA > 0 ? 100 * d.mean / result.meanA : 0;
    std::vector<std::string> lines;
    lines.push_back(fmt::format("Best of a run, mean of {} {}: {} {:.2f} GFLOPS, {} {:.2f} GFLOPS.", result.a.size(),
                                result.a.size() == 1 ? "seed" : "seeds", nameA, result.meanA, nameB, result.meanB));
    lines.push_back(
        fmt::format("Difference {:+.2f} GFLOPS ({:+.1f} %), 95 % interval {:+.2f} to {:+.2f}.", d.mean, percent, d.low, d.high));
    const std::string reached =
        fmt::format("{:.2f} GFLOPS (95 % of the best seen) was reached by {} in {} and by {} in {}", result.targetGflops, nameA,
                    countText(reachedBy(result.a), result.a.size()), nameB, countText(reachedBy(result.b), result.b.size()));
    if (result.trialsToTarget) {
        const MeanDifference& t = *result.trialsToTarget;
        const std::string needed = std::abs(t.mean) < 0.05
                                     ? "as many trials"
                                     : fmt::format("{:.1f} trials {}", std::abs(t.mean), t.mean > 0 ? "more" : "fewer");
        const std::string interval =
            result.bothReached > 1 ? fmt::format(" (95 % interval {:+.1f} to {:+.1f})", t.low, t.high) : "";
        lines.push_back(fmt::format("{}; where both did, {} needed {}{}.", reached, nameB, needed, interval));
    } else {
        lines.push_back(reached + ".");
    }
    lines.push_back(verdictText(result, d.mean > 0 ? nameB : nameA));
    return lines;
}

} // namespace knobscope

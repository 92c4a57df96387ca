// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/experimenttext.h"

#include <algorithm>
#include <cmath>

namespace knobscope::cli {

namespace {

int reachedBy(const std::vector<ExperimentRun>& runs)
{
    return static_cast<int>(
        std::count_if(runs.begin(), runs.end(), [](const ExperimentRun& run) { return run.trialsToTarget > 0; }));
}

std::string seedsText(size_t seeds)
{
    return fmt::format("{} {}", seeds, seeds == 1 ? "seed" : "seeds");
}

std::string conclusionText(const ExperimentResult& result, const std::string& better)
{
    switch (verdictOf(result)) {
    case ExperimentVerdict::Shown:
        return fmt::format("{} finds faster kernels with this budget (p = {:.2g}, signed ranks of {}).", better,
                           result.gflops.pValue, seedsText(result.a.size()));
    case ExperimentVerdict::NoDifference:
        return fmt::format("This experiment shows no difference (p = {:.2g}, above {}). One may still be there; more seeds would "
                           "find a smaller one.",
                           result.gflops.pValue, experimentLevel);
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
    lines.push_back(conclusionText(result, result.gflops.estimate > 0 ? nameB : nameA));
    return lines;
}

} // namespace knobscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/confirm.h"

#include "core/timing/winner.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace knobscope {

namespace {

constexpr double kRescaleBelow =
    0.999; // of the anchor's seconds; below, the scale is corrected, above, the difference is rounding
constexpr double kMinGain = 1e-4; // minimum gain of a faster config whose gain its speed-up does not resolve
constexpr double kMinReportedChange = 0.02; // share of the best's speed-up; smaller changes are not reported

/// The best trial of each config, best first.
std::vector<RankedTrial> bestOfEach(std::vector<RankedTrial> trials)
{
    std::sort(trials.begin(), trials.end());
    std::vector<RankedTrial> best;
    for (const RankedTrial& trial : trials) {
        if (std::none_of(best.begin(), best.end(), [&](const RankedTrial& b) { return b.index == trial.index; })) {
            best.push_back(trial);
        }
    }
    return best;
}

/// Ratio of the anchor's seconds in the comparison to those in the run; 1 if the run's are not too long.
double scaleOf(const RankedTrial& trial, const MeasureResult& result)
{
    const double was = trial.seconds * trial.speedup;
    const double is = result.meanCost() * result.timing.speedup;
    return was > 0 && is > 0 && is < kRescaleBelow * was ? is / was : 1;
}

/// Converts the winner's result to the run's scale: with the comparison's speed-up, or without speed-ups as a share of the best's
/// time.
MeasureResult onScaleOf(const RankedTrial& best, MeasureResult result)
{
    const double anchor = best.seconds * best.speedup;
    const bool isPaired = anchor > 0 && result.timing.speedup > 0;
    const double measured = isPaired ? anchor / result.timing.speedup
                                     : std::min(best.seconds * result.timing.ratio.value_or(1), best.seconds / (1 + kMinGain));
    result.costs = {measured};
    result.timing.speedup = isPaired ? anchor / result.costs.front() : 0;
    return result;
}

/// `results`: of the trials in `right`, the first of which is the recorded best.
void findBest(Confirmation& found, std::span<const RankedTrial> right, std::span<MeasureResult> results)
{
    const size_t winner = winnerOf(std::span<const MeasureResult>(results.first(right.size())));
    found.scale.factor = scaleOf(right.front(), results.front());
    found.former = winner > 0 ? std::optional(right.front().index) : std::nullopt;
    const bool isPaired = right.front().speedup > 0 && results[winner].timing.speedup > 0;
    const bool isLevel = right.front().speedup <= 1; // nothing was faster than the anchor, whose own speed-up is 1
    if (winner == 0 && (!isPaired || isLevel || results.front().timing.isImpossible)) {
        return;
    }
    RankedTrial best = right.front();
    best.seconds *= found.scale.factor;
    found.best = right[winner];
    found.bestResult = onScaleOf(best, std::move(results[winner]));
    if (isPaired) {
        const double seconds = found.bestResult.costs.front();
        found.scale.leastSeconds = seconds * (1 + kMinGain);
        found.scale.partner = right.front().number;
        found.scale.partnerSeconds = winner == 0 ? seconds : seconds / found.bestResult.timing.ratio.value_or(1);
    }
}

} // namespace

std::vector<Sentence> Confirmation::sentences() const
{
    std::vector<Sentence> lines;
    if (scale.factor < 1) {
        lines.push_back(phrase("The baseline was timed while the machine was slow, {:.1f} % too long; all times are corrected",
                               (1 / scale.factor - 1) * 100));
    }
    if (former) {
        lines.push_back(phrase("In a direct comparison, config {} is faster than {}, the previous best", best->index, *former));
    } else if (best && std::abs(bestResult.timing.speedup / best->speedup - 1) > kMinReportedChange) {
        lines.push_back(phrase("In a longer measurement, config {} is {:.2f} times as fast as untuned, not {:.2f} times",
                               best->index, bestResult.timing.speedup, best->speedup));
    }
    return lines;
}

Confirmation confirmBest(const Task& task, std::vector<RankedTrial> trials, size_t count, Measurer& measurer)
{
    const nlohmann::json json = taskToJson(task);
    const std::vector<RankedTrial> ranked = bestOfEach(std::move(trials));
    Confirmation found;
    for (size_t from = 0; from < ranked.size(); from += count) {
        const std::span<const RankedTrial> few(ranked.begin() + static_cast<std::ptrdiff_t>(from),
                                               std::min(count, ranked.size() - from));
        std::vector<MeasureInput> inputs;
        for (const RankedTrial& trial : few) {
            inputs.push_back({json, *task.space.at(trial.index)});
        }
        std::vector<MeasureResult> results = measurer.compare(inputs);
        std::vector<RankedTrial> right;
        for (size_t i = 0; i < few.size() && i < results.size(); ++i) {
            if (results[i].infrastructureFailed) {
                found.unchecked.push_back(phrase("The best configs could not be confirmed: {}", results[i].why));
                return found;
            }
            if (results[i].error != MeasureError::None) {
                found.refuted.push_back({few[i].index, results[i]});
                continue;
            }
            if (!results[i].why.empty()) {
                found.unchecked.push_back(results[i].why);
            }
            std::swap(results[right.size()], results[i]);
            right.push_back(few[i]);
        }
        if (!right.empty()) {
            findBest(found, right, results);
            break;
        }
    }
    return found;
}

} // namespace knobscope

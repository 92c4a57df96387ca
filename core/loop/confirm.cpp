// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/confirm.h"

#include "core/text/numbertext.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr double otherScale = 0.999; // of the anchor's seconds: below, they were corrected; else they are rounded
constexpr double leastGain = 1e-4; // of one that is quicker by less than its speed-up can tell

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

/// The anchor's seconds by the comparison over those by the run, where these are too many.
double scaleOf(const RankedTrial& trial, const MeasureResult& result)
{
    const double was = trial.seconds * trial.speedup;
    const double is = result.meanCost() * result.timing.speedup;
    return was > 0 && is > 0 && is < otherScale * was ? is / was : 1;
}

/// The comparison's result put on the run's scale.
MeasureResult onScaleOf(const RankedTrial& best, MeasureResult result)
{
    const double most = best.seconds / (1 + leastGain);
    const bool isPaired = best.speedup > 0 && result.timing.speedup > 0;
    const double anchor = best.seconds * best.speedup;
    const double measured = isPaired ? anchor / result.timing.speedup : best.seconds * result.timing.ratio.value_or(1);
    result.costs = {toDigits(std::min(measured, most), correctedDigits)};
    result.timing.speedup = isPaired ? anchor / result.costs.front() : 0;
    return result;
}

void findQuicker(Confirmation& found, std::span<const RankedTrial> right, std::vector<MeasureResult>& results,
                 std::span<const size_t> places)
{
    for (size_t i = 1; i < right.size(); ++i) {
        MeasureResult& result = results[places[i]];
        const bool isBetter = result.isShownQuicker && (!found.quicker || result.timing.ratio < found.quickerResult.timing.ratio);
        if (isBetter) {
            found.quicker = right[i];
            found.quickerResult = result;
        }
    }
    found.scale = scaleOf(right.front(), results[places.front()]);
    if (found.quicker) {
        RankedTrial best = right.front();
        best.seconds *= found.scale;
        found.quickerResult = onScaleOf(best, std::move(found.quickerResult));
    }
}

} // namespace

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
        std::vector<size_t> places;
        for (size_t i = 0; i < few.size() && i < results.size(); ++i) {
            if (results[i].isUntried) {
                found.unchecked.push_back("The best few could not be looked at once more: " + results[i].message);
                return found;
            }
            if (results[i].error != MeasureError::None) {
                found.refuted.push_back({few[i].index, results[i]});
                continue;
            }
            if (!results[i].message.empty()) {
                found.unchecked.push_back(results[i].message);
            }
            right.push_back(few[i]);
            places.push_back(i);
        }
        if (!right.empty()) {
            findQuicker(found, right, results, places);
            break;
        }
    }
    return found;
}

} // namespace knobscope

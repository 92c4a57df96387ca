// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/topfew.h"

#include <algorithm>
#include <functional>

namespace knobscope {

std::vector<int64_t> fastestFew(RankedTrials trials, size_t count)
{
    std::sort(trials.begin(), trials.end(), std::greater<>());
    std::vector<int64_t> out;
    for (const auto& [speed, index] : trials) {
        if (out.size() < count && std::find(out.begin(), out.end(), index) == out.end()) {
            out.push_back(index);
        }
    }
    return out;
}

double speedOf(const RankedTrials& trials, int64_t config)
{
    double best = 0;
    for (const auto& [speed, index] : trials) {
        best = index == config ? std::max(best, speed) : best;
    }
    return best;
}

std::optional<size_t> fastestOf(std::span<const MeasureResult> results)
{
    std::optional<size_t> best;
    for (size_t i = 0; i < results.size(); ++i) {
        if (results[i].error == MeasureError::None && (!best || results[i].meanCost() < results[*best].meanCost())) {
            best = i;
        }
    }
    return best;
}

} // namespace knobscope

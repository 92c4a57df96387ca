// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/stoprule.h"

#include "core/base/numbertext.h"

#include <algorithm>
#include <vector>

namespace knobscope {

namespace {

struct Limit {
    bool isReached = false;
    Sentence text;
};

/// Limits of a rule, in the order in which they are named.
std::vector<Limit> limitsOf(const StopRule& rule, const RunStanding& now)
{
    const auto trials = static_cast<double>(rule.trials);
    const auto plateau = static_cast<double>(rule.plateau);
    std::vector<Limit> limits;
    if (rule.targetGflops > 0) {
        limits.push_back({now.bestGflops >= rule.targetGflops, phrase("{:g} GFLOPS reached", rule.targetGflops)});
    }
    if (rule.targetPercent > 0 && rule.peakGflops > 0) {
        limits.push_back({now.bestPlainGflops >= rule.targetPercent / 100 * rule.peakGflops,
                          phrase("{:g} % of the peak of {:.1f} GFLOPS reached", rule.targetPercent, rule.peakGflops)});
    }
    if (rule.trials > 0) {
        limits.push_back({now.trials >= rule.trials, phrase("{:.0f} (trial|trials)", trials)});
    }
    if (rule.seconds > 0) {
        limits.push_back({now.seconds >= rule.seconds, durationText(rule.seconds)});
    }
    if (rule.plateau > 0) {
        limits.push_back({now.sinceBest >= rule.plateau, phrase("no better config in {:.0f} (trial|trials)", plateau)});
    }
    return limits;
}

} // namespace

size_t StopRule::count() const
{
    return limitsOf(*this, {}).size();
}

std::optional<Sentence> StopRule::verdict(const RunStanding& standing) const
{
    const auto limits = limitsOf(*this, standing);
    const auto first = std::ranges::find_if(limits, &Limit::isReached);
    return first == limits.end() ? std::nullopt : std::optional(first->text);
}

double StopRule::secondsLeft(const RunStanding& now, int64_t total, double trialsPerSecond) const
{
    if (trialsPerSecond <= 0) {
        return -1;
    }
    const double toLast = static_cast<double>(total - now.trials) / trialsPerSecond;
    return seconds > 0 ? std::max(0.0, std::min(toLast, seconds - now.seconds)) : toLast;
}

Sentence StopRule::text() const
{
    const auto limits = limitsOf(*this, {});
    Sentence all = limits.empty() ? phrase("no limit") : limits.front().text;
    for (size_t i = 1; i < limits.size(); ++i) {
        all = i + 1 == limits.size() ? phrase("{} or {}", all, limits[i].text) : phrase("{}, {}", all, limits[i].text);
    }
    return all;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/warmstart.h"

#include <fmt/format.h>

#include <algorithm>

namespace knobscope {

std::string WarmStart::text() const
{
    if (isCold()) {
        return {};
    }
    std::string text = fmt::format("Warm start from {}: {} of {} records usable", source, usable, records);
    if (kept > 0) {
        text += fmt::format(", {} configs not measured again", kept);
    }
    if (firstTrials > 0 && shareOfBest > 0) {
        text += fmt::format("; the first {} trials reached {:.0f} % of the best", firstTrials, 100 * shareOfBest);
    }
    return text;
}

void WarmStart::hear(int64_t number, double gflops)
{
    if (isCold()) {
        return;
    }
    if (number <= judgedTrials) {
        firstTrials = number;
        firstGflops = std::max(firstGflops, gflops);
    }
    if (trialsToKept == 0 && keptGflops > 0 && gflops >= 0.99 * keptGflops) {
        trialsToKept = number;
    }
}

void WarmStart::finish(double bestGflops)
{
    shareOfBest = bestGflops > 0 ? std::min(1.0, firstGflops / bestGflops) : 0;
}

nlohmann::json warmStartToJson(const WarmStart& warm)
{
    if (warm.isCold()) {
        return nullptr;
    }
    return {{"source", warm.source},
            {"records", warm.records},
            {"usable", warm.usable},
            {"tasks", warm.tasks},
            {"kept", warm.kept},
            {"kept_gflops", warm.keptGflops},
            {"trials_to_kept", warm.trialsToKept},
            {"first_trials", warm.firstTrials},
            {"first_gflops", warm.firstGflops},
            {"first_share_of_best", warm.shareOfBest}};
}

} // namespace knobscope

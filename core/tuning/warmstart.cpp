// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/warmstart.h"

#include <algorithm>
#include <tuple>

namespace knobscope {

void ColdRun::addTrial(int64_t number, double gflops)
{
    trials = number;
    if (gflops > best()) {
        bests.emplace_back(number, gflops);
    }
}

int64_t ColdRun::trialsTo(double gflops) const
{
    const auto at = std::find_if(bests.begin(), bests.end(), [&](const auto& best) { return best.second >= gflops; });
    return at == bests.end() ? 0 : at->first;
}

void WarmStart::learn(const EarlierUse& use)
{
    used = kept + use.records;
    starts.insert(starts.end(), use.starts.begin(), use.starts.end());
}

void WarmStart::addTrial(int64_t number, int64_t index, double gflops)
{
    if (isCold()) {
        return;
    }
    if (number <= kJudgedTrials) {
        firstTrials = number;
        firstGflops = std::max(firstGflops, gflops);
    }
    if (trialsToKept == 0 && keptGflops > 0 && gflops >= 0.99 * keptGflops) {
        trialsToKept = number;
    }
    m_all.addTrial(number, gflops);
    if (std::find(starts.begin(), starts.end(), index) == starts.end()) {
        m_other.addTrial(number, gflops);
        return;
    }
    ++tried;
    if (gflops > triedGflops) {
        triedGflops = gflops;
        triedAt = number;
    }
}

void WarmStart::finish(double bestGflops, double bestSpeedup)
{
    const double own = bestGflops > 0 ? bestSpeedup / bestGflops : 0;
    const auto shareOf = [&](double gflops) { return bestGflops > 0 ? std::min(1.0, gflops / bestGflops) : 0; };
    shareOfBest = shareOf(firstGflops);
    triedShare = shareOf(triedGflops);
    ownAt = triedAt > 0 ? m_other.trialsTo(triedGflops) : 0;
    for (const ColdRun& run : used > 0 ? cold : std::vector<ColdRun>()) {
        const double here = own > 0 && run.speedupPerGflops > 0 ? run.speedupPerGflops / own : 1; // scales its GFLOPS to this
                                                                                                  // pace
        const double common = std::max(run.best() * here, m_all.best());
        const int64_t took = common > 0 ? run.trialsTo(kComparedShare * common / here) : 0;
        const auto rank = [](int64_t trials) { return trials == 0 ? INT64_MAX : trials; };
        if (common > 0 && (coldRow == 0 || rank(took) < rank(coldTrials))) {
            std::tie(coldRow, coldTrials, coldLength, commonGflops) = std::tuple(run.row, took, run.trials, common);
            warmTrials = m_all.trialsTo(kComparedShare * common);
        }
    }
}

nlohmann::json warmStartToJson(const WarmStart& warm)
{
    if (warm.isCold()) {
        return nullptr;
    }
    nlohmann::json out{{"source", warm.source},
                       {"records", warm.records},
                       {"usable", warm.usable},
                       {"used", warm.used},
                       {"tasks", warm.tasks},
                       {"kept", warm.kept},
                       {"kept_gflops", warm.keptGflops},
                       {"trials_to_kept", warm.trialsToKept},
                       {"first_trials", warm.firstTrials},
                       {"first_gflops", warm.firstGflops},
                       {"first_share_of_best", warm.shareOfBest},
                       {"tried", warm.tried},
                       {"tried_gflops", warm.triedGflops},
                       {"tried_share_of_best", warm.triedShare},
                       {"tried_at", warm.triedAt},
                       {"other_at", warm.ownAt},
                       {"cold", nullptr}};
    if (warm.coldRow > 0) {
        out["cold"] = {{"run", warm.coldRow},
                       {"trials", warm.coldLength},
                       {"share", WarmStart::kComparedShare},
                       {"gflops", warm.commonGflops},
                       {"trials_to", warm.coldTrials},
                       {"warm_trials_to", warm.warmTrials},
                       {"was_known", warm.source == "project"}};
    }
    return out;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/standing.h"

#include "core/base/bootstrap.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace knobscope {

namespace {

void addInterval(SeedMedian& out, const std::function<double(Resampler&)>& statistic)
{
    const BootstrapInterval interval = bootstrapInterval(statistic);
    out.low = interval.low;
    out.high = interval.high;
}

TunerStanding standingOf(const std::string& name, std::span<const Replay> replays, int64_t budget)
{
    TunerStanding out;
    out.tuner = name;
    int64_t trials = 0;
    int64_t failed = 0;
    for (const Replay& replay : replays) {
        trials += replay.trials;
        failed += replay.failed;
        out.unknown += replay.unknown;
        out.pruning.prunedGood += replay.prunedGood;
        out.pruning.nearRuledOut += replay.nearRuledOut;
        out.pruning.bestRuledOut += replay.isBestRuledOut ? 1 : 0;
        out.pruning.count.judged += replay.pruning.judged;
        out.pruning.count.pruned += replay.pruning.pruned;
        out.pruning.count.checked += replay.pruning.checked;
        out.pruning.count.mistaken += replay.pruning.mistaken;
    }
    out.meanFailed = trials > 0 ? static_cast<double>(failed) / static_cast<double>(trials) : 0;
    for (size_t s = 0; s < kReachShares.size(); ++s) {
        int reached = 0;
        for (const Replay& replay : replays) {
            const auto to = replay.trialsTo(kReachShares[s]);
            reached += to ? 1 : 0;
            out.bySeed[s].push_back(static_cast<double>(to.value_or(budget + 1)));
        }
        out.trialsTo[s] = seedMedian(out.bySeed[s]);
        out.trialsTo[s].reached = reached;
    }
    std::vector<std::vector<CurveStep>> curves;
    for (const Replay& replay : replays) {
        curves.push_back(replay.best);
    }
    const std::vector<BandStep> changes = bandOf(curves);
    BandStep now;
    for (auto next = changes.begin(); std::ssize(out.band) < budget; out.band.push_back(now)) {
        now.x += 1;
        if (next != changes.end() && next->x == now.x) {
            now = *next++;
        }
    }
    return out;
}

double logMean(std::span<const double> values)
{
    double sum = 0;
    for (const double value : values) {
        sum += std::log(value);
    }
    return std::exp(sum / static_cast<double>(std::max<size_t>(1, values.size())));
}

OverallStanding overallOf(std::span<const SpaceStanding> spaces, size_t tuner)
{
    OverallStanding out;
    out.tuner = spaces[0].tuners[tuner].tuner;
    for (size_t s = 0; s < kReachShares.size(); ++s) {
        std::vector<double> medians;
        bool isKnown = false;
        for (const SpaceStanding& space : spaces) {
            const SeedMedian& one = space.tuners[tuner].trialsTo[s];
            medians.push_back(one.median);
            isKnown = isKnown || one.low;
            out.trialsTo[s].reached += one.reached;
        }
        out.trialsTo[s].median = logMean(medians);
        if (!isKnown) {
            continue;
        }
        addInterval(out.trialsTo[s], [&](Resampler& resampler) {
            std::vector<double> again;
            for (const SpaceStanding& space : spaces) {
                again.push_back(median(resampler.draw(space.tuners[tuner].bySeed[s])));
            }
            return logMean(again);
        });
    }
    for (const SpaceStanding& space : spaces) {
        out.worseThanFirst +=
            space.tuners[tuner].trialsTo[kRankingShare].median > space.tuners[0].trialsTo[kRankingShare].median ? 1 : 0;
    }
    return out;
}

SpaceStanding describe(const RecordedSpace& space, int64_t budget)
{
    SpaceStanding out;
    out.label = space.label;
    out.machine = space.machine;
    out.shape = shapeText(space.task);
    out.points = static_cast<int64_t>(space.points.size());
    out.completeness = space.completeness();
    if (!space.isForeign) {
        out.bestGflops = space.bestFlops() / 1e9;
    }
    out.bestSeconds = space.bestSeconds();
    for (size_t s = 0; s < kReachShares.size(); ++s) {
        out.near[s] = space.countAtLeast(kReachShares[s]);
    }
    out.budget = std::min(budget, space.task.space.validCount().high);
    return out;
}

} // namespace

SeedMedian seedMedian(std::span<const double> values)
{
    SeedMedian out;
    out.median = median(values);
    if (values.size() > 1) {
        addInterval(out, [&](Resampler& resampler) { return median(resampler.draw(values)); });
    }
    return out;
}

SpaceStanding spaceStanding(const RecordedSpace& space, std::span<const TunerChoice> tuners,
                            const std::vector<std::vector<Replay>>& replays, int64_t budget)
{
    SpaceStanding out = describe(space, budget);
    for (size_t tuner = 0; tuner < tuners.size(); ++tuner) {
        out.tuners.push_back(standingOf(tuners[tuner].text, replays[tuner], out.budget));
        out.seeds = static_cast<int>(replays[tuner].size());
    }
    return out;
}

std::vector<OverallStanding> overallStandings(std::span<const SpaceStanding> spaces)
{
    std::vector<OverallStanding> out;
    for (size_t tuner = 0; !spaces.empty() && tuner < spaces[0].tuners.size(); ++tuner) {
        out.push_back(overallOf(spaces, tuner));
        out.back().toFirst = out.back().trialsTo[kRankingShare].median / out[0].trialsTo[kRankingShare].median;
    }
    return out;
}

} // namespace knobscope

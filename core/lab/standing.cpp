// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/standing.h"

#include "core/measure/statistics.h"
#include "core/tuner/feature/featuresource.h"
#include "core/tuner/randomnumbers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>

namespace knobscope {

namespace {

constexpr int resamples = 2000;

/// The values drawn anew, as many, with repeats.
std::vector<double> drawnAnew(std::span<const double> values, RandomNumbers& random)
{
    std::vector<double> drawn;
    for (size_t i = 0; i < values.size(); ++i) {
        drawn.push_back(values[static_cast<size_t>(random.below(static_cast<int64_t>(values.size())))]);
    }
    return drawn;
}

/// Fills in the interval of a statistic of which `once` gives a resampled value.
void addInterval(SeedMedian& out, const std::function<double(RandomNumbers&)>& once)
{
    RandomNumbers random(1);
    std::vector<double> statistics;
    for (int i = 0; i < resamples; ++i) {
        statistics.push_back(once(random));
    }
    out.low = quantile(statistics, 0.025);
    out.high = quantile(statistics, 0.975);
}

/// Replays on `jobs` threads; each writes its own place, so the order does not matter.
std::vector<Result<Replay>> replayAll(const std::vector<std::function<Result<Replay>()>>& work, int jobs,
                                      const std::atomic<bool>* stop)
{
    std::vector<Result<Replay>> done(work.size());
    std::atomic<size_t> next{0};
    const auto run = [&] {
        for (size_t i = next++; i < work.size(); i = next++) {
            const bool isStopped = stop != nullptr && *stop;
            done[i] = isStopped ? Result<Replay>(fail(ErrorCode::Timeout, "The lab was stopped")) : work[i]();
        }
    };
    const auto cores = static_cast<int>(std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (int i = 1; i < (jobs > 0 ? jobs : std::max(1, cores)); ++i) {
        threads.emplace_back(run);
    }
    run();
    for (std::thread& thread : threads) {
        thread.join();
    }
    return done;
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
        out.prunedGood += replay.prunedGood;
        out.pruning.judged += replay.pruning.judged;
        out.pruning.pruned += replay.pruning.pruned;
        out.pruning.checked += replay.pruning.checked;
        out.pruning.mistaken += replay.pruning.mistaken;
    }
    out.meanFailed = trials > 0 ? static_cast<double>(failed) / static_cast<double>(trials) : 0;
    for (size_t s = 0; s < labShares.size(); ++s) {
        int reached = 0;
        for (const Replay& replay : replays) {
            const auto to = replay.trialsTo(labShares[s]);
            reached += to ? 1 : 0;
            out.bySeed[s].push_back(static_cast<double>(to.value_or(budget + 1)));
        }
        out.trialsTo[s] = seedMedian(out.bySeed[s]);
        out.trialsTo[s].reached = reached;
    }
    for (int64_t trial = 1; trial <= budget; ++trial) {
        std::vector<double> bests;
        for (const Replay& replay : replays) {
            const auto at = std::min(static_cast<size_t>(trial), replay.best.size());
            bests.push_back(at == 0 ? 0 : replay.best[at - 1]);
        }
        out.band.push_back({trial, quantile(bests, 0.25), median(bests), quantile(bests, 0.75)});
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

OverallStanding overallOf(const LabResult& lab, size_t tuner)
{
    OverallStanding out;
    out.tuner = lab.spaces[0].tuners[tuner].tuner;
    for (size_t s = 0; s < labShares.size(); ++s) {
        std::vector<double> medians;
        for (const SpaceStanding& space : lab.spaces) {
            medians.push_back(space.tuners[tuner].trialsTo[s].median);
            out.trialsTo[s].reached += space.tuners[tuner].trialsTo[s].reached;
        }
        out.trialsTo[s].median = logMean(medians);
        addInterval(out.trialsTo[s], [&](RandomNumbers& random) {
            std::vector<double> again;
            for (const SpaceStanding& space : lab.spaces) {
                again.push_back(median(drawnAnew(space.tuners[tuner].bySeed[s], random)));
            }
            return logMean(again);
        });
    }
    for (const SpaceStanding& space : lab.spaces) {
        out.worseThanFirst += space.tuners[tuner].trialsTo[1].median > space.tuners[0].trialsTo[1].median ? 1 : 0;
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
    out.bestGflops = space.bestFlops() / 1e9;
    for (size_t s = 0; s < labShares.size(); ++s) {
        out.near[s] = space.countAtLeast(labShares[s]);
    }
    out.budget = std::min(budget, space.task.space.validCount().high);
    return out;
}

} // namespace

SeedMedian seedMedian(std::span<const double> values)
{
    SeedMedian out;
    out.median = median(values);
    addInterval(out, [&](RandomNumbers& random) { return median(drawnAnew(values, random)); });
    return out;
}

Result<LabResult> runLab(std::span<const RecordedSpace> spaces, std::span<const TunerChoice> tuners, const LabOptions& options,
                         const std::atomic<bool>* stop)
{
    if (spaces.empty() || tuners.empty() || options.seeds < 1) {
        return fail(ErrorCode::InvalidArgument, "The lab needs a recorded space, a tuner and a seed");
    }
    ReplayOptions oneTrial;
    oneTrial.budget = 1;
    std::vector<std::function<Result<Replay>()>> work;
    for (const RecordedSpace& space : spaces) {
        const auto features = std::make_shared<FeatureSource>(space.task.space, &space.task);
        const auto bounds = std::make_shared<BoundSource>(space.task, usualMachine(space.task.target));
        for (const TunerChoice& tuner : tuners) {
            // What cannot start is said before hours are spent on the others.
            if (auto tried = replay(space, tuner, options.firstSeed, oneTrial, features, bounds); !tried) {
                return fail(tried);
            }
            for (int seed = 0; seed < options.seeds; ++seed) {
                const uint64_t number = options.firstSeed + static_cast<uint64_t>(seed);
                work.emplace_back(
                    [&, number, features, bounds] { return replay(space, tuner, number, options.replaying, features, bounds); });
            }
        }
    }
    const std::vector<Result<Replay>> done = replayAll(work, options.jobs, stop);
    LabResult out;
    out.seeds = options.seeds;
    out.replays = static_cast<int64_t>(spaces.size()) * options.seeds;
    size_t at = 0;
    for (const RecordedSpace& space : spaces) {
        SpaceStanding standing = describe(space, options.replaying.budget);
        for (const TunerChoice& tuner : tuners) {
            std::vector<Replay> replays;
            for (int seed = 0; seed < options.seeds; ++seed, ++at) {
                if (!done[at]) {
                    return fail(done[at]);
                }
                replays.push_back(*done[at]);
            }
            standing.tuners.push_back(standingOf(tuner.text, replays, standing.budget));
        }
        out.spaces.push_back(std::move(standing));
    }
    for (size_t tuner = 0; tuner < tuners.size(); ++tuner) {
        out.overall.push_back(overallOf(out, tuner));
        out.overall.back().toFirst = out.overall.back().trialsTo[1].median / out.overall[0].trialsTo[1].median;
    }
    return out;
}

} // namespace knobscope

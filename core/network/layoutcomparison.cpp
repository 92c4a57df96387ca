// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/layoutcomparison.h"

#include "core/stats/statistics.h"

#include <algorithm>
#include <array>

namespace knobscope {
namespace {

constexpr int kRounds = 5;
constexpr int kMostPlans = 6;  // the last is taken with what is guessed of it
constexpr int kRunsForPace = 50;

/// Both in turn, so that a slow stretch of the machine meets both; the median of each.
Result<std::array<double, 2>> timeInTurn(NetworkRunner& runner, int runs)
{
    std::array<std::vector<double>, 2> samples;
    for (int round = 0; round <= kRounds; ++round) {
        for (size_t slot = 0; slot < samples.size(); ++slot) {
            const auto seconds = runner.time(std::max(1, runs / kRounds), nullptr, static_cast<int>(slot));
            if (!seconds) {
                return fail(seconds);
            }
            if (round > 0) { // the first warms caches and clocks up
                samples[slot].insert(samples[slot].end(), seconds->begin(), seconds->end());
            }
        }
    }
    return std::array{quantile(samples[0], 0.5), quantile(samples[1], 0.5)};
}

/// What the network of the quickest kernels says of the machine.
struct Pace {
    double slower = 1;
    double rest = 0; ///< seconds of what is neither a tuned kernel nor a transform
};

Result<Pace> paceOf(NetworkRunner& runner, const NetworkReport& quickest, int runs, const std::atomic<bool>* stop = nullptr)
{
    const auto warm = runner.time(3, stop);
    const auto profile = warm ? runner.profile(std::max(5, runs / 5), stop) : warm;
    if (!profile) {
        return fail(profile);
    }
    Pace pace;
    double known = 0;
    double now = 0;
    for (size_t s = 0; s < quickest.steps.size() && s < profile->size(); ++s) {
        const NetworkStep& step = quickest.steps[s];
        if (step.knownSeconds > 0) {
            known += step.knownSeconds;
            now += (*profile)[s];
        } else if (step.op != "layout") {
            pace.rest += (*profile)[s];
        }
    }
    pace.slower = known > 0 && now > 0 ? now / known : 1;
    return pace;
}

/// How many transforms of any choice, or of the plan, were timed now, and are among the opening's.
Result<size_t> timeMissing(NetworkRunner& runner, NetworkOpening& opening, TransformsOf which, const Pace& pace,
                           const std::atomic<bool>* stop = nullptr)
{
    const auto added = runner.timeTransforms(opening.transforms, which, stop);
    if (!added) {
        return fail(added);
    }
    for (TimedTransform one : *added) {
        one.seconds /= pace.slower; // at full pace, as kernels are kept
        opening.transforms.push_back(std::move(one));
    }
    return added->size();
}

} // namespace

Result<NetworkReport> openTimingTransforms(NetworkRunner& runner, NetworkOpening& opening, const std::atomic<bool>* stop)
{
    auto report = runner.open(opening, stop);
    for (int plan = 1; plan < kMostPlans && report && report->tuned > 0; ++plan) {
        const auto pace = paceOf(runner, *report, kRunsForPace, stop);
        const auto added = pace ? timeMissing(runner, opening, TransformsOf::ThePlan, *pace, stop) : fail(pace);
        if (!added) {
            return fail(added);
        }
        if (*added == 0) {
            break;
        }
        report = runner.open(opening, stop);
    }
    return report;
}

Result<LayoutComparison> compareLayouts(NetworkRunner& runner, NetworkOpening opening, int runs, const KeepTransforms& keep)
{
    opening.isPerLayer = true;
    opening.slot = 0;
    auto quickest = runner.open(opening);
    if (!quickest) {
        return fail(quickest);
    }
    if (quickest->tuned == 0) {
        return fail(ErrorCode::NotFound, "there is no run of a task of {} with {} threads; tune it first: network tune",
                    quickest->network, opening.threads);
    }
    const auto pace = paceOf(runner, *quickest, runs);
    const auto added = pace ? timeMissing(runner, opening, TransformsOf::AnyChoice, *pace) : fail(pace);
    if (!added) {
        return fail(added);
    }
    const auto kept = *added == 0 ? Result<void>() : keep(opening.transforms);
    quickest = kept ? runner.open(opening) : fail(kept); // its prediction knows the transforms now
    opening.isPerLayer = false;
    opening.slot = 1;
    auto plan = quickest ? runner.open(opening) : quickest;
    const auto measured = plan ? timeInTurn(runner, runs) : fail(plan);
    if (!measured) {
        return fail(measured);
    }
    const auto predicted = [&](const NetworkReport& report) { return report.predictedSeconds * pace->slower + pace->rest; };
    LayoutComparison comparison;
    comparison.quickest = {*quickest, predicted(*quickest), (*measured)[0]};
    comparison.plan = {*plan, predicted(*plan), (*measured)[1]};
    comparison.slower = pace->slower;
    comparison.timedTransforms = *added;
    return comparison;
}

} // namespace knobscope

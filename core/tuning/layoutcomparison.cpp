// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/layoutcomparison.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <array>
#include <span>

namespace knobscope {
namespace {

constexpr int kRounds = 5;
constexpr int kMostComparedPlans = 6;  // the last one is used even if transform times are estimated
constexpr int kRunsForPace = 50;

/// Current speed of the machine, measured on the network with the fastest kernels.
struct Pace {
    double slower = 1;
    double rest = 0; ///< seconds of all steps other than tuned kernels and transforms
};

/// Computes the pace from the seconds of the steps.
Pace paceOf(const NetworkReport& fastest, std::span<const double> stepSeconds)
{
    Pace pace;
    double known = 0;
    double now = 0;
    for (size_t s = 0; s < fastest.steps.size() && s < stepSeconds.size(); ++s) {
        const NetworkStep& step = fastest.steps[s];
        if (step.knownSeconds > 0) {
            known += step.knownSeconds;
            now += stepSeconds[s];
        } else if (!step.isTransform()) {
            pace.rest += stepSeconds[s];
        }
    }
    pace.slower = known > 0 && now > 0 ? now / known : 1;
    return pace;
}

Result<Pace> measurePace(NetworkRunner& runner, const NetworkReport& fastest, int runs, const std::atomic<bool>* stop = nullptr)
{
    TRY(runner.time(3, stop)); // warm up caches and clocks
    const auto profile = TRY(runner.profile(std::max(5, runs / 5), stop));
    return paceOf(fastest, profile);
}

/// Median seconds of both networks, and the pace during timing.
struct AlternatingTimes {
    std::array<double, 2> seconds{};
    Pace pace;
};

/// Alternates between both networks, so that slow phases of the machine affect both, and profiles the first one. Returns medians.
Result<AlternatingTimes> timeAlternately(NetworkRunner& runner, const NetworkReport& fastest, int runs)
{
    std::array<std::vector<double>, 2> samples;
    std::vector<std::vector<double>> steps(fastest.steps.size());
    const int each = std::max(1, runs / kRounds);
    for (int round = 0; round <= kRounds; ++round) {
        std::array<std::vector<double>, 2> now;
        for (size_t slot = 0; slot < samples.size(); ++slot) {
            now[slot] = TRY(runner.time(each, nullptr, static_cast<int>(slot)));
        }
        const auto profile = TRY(runner.profile(each));
        if (round == 0) { // warm up caches and clocks
            continue;
        }
        for (size_t slot = 0; slot < samples.size(); ++slot) {
            samples[slot].insert(samples[slot].end(), now[slot].begin(), now[slot].end());
        }
        for (size_t s = 0; s < steps.size(); ++s) {
            steps[s].push_back(profile[s]);
        }
    }
    std::vector<double> stepSeconds;
    for (const std::vector<double>& step : steps) {
        stepSeconds.push_back(median(step));
    }
    return AlternatingTimes{{median(samples[0]), median(samples[1])}, paceOf(fastest, stepSeconds)};
}

/// Times the missing transforms, of any choice or of the plan, and adds them to the opening. Returns their number.
Result<size_t> timeMissing(NetworkRunner& runner, NetworkOpening& opening, TransformSet which, const Pace& pace,
                           const std::atomic<bool>* stop = nullptr)
{
    const auto added = TRY(runner.timeTransforms(opening.transforms, which, stop));
    for (TimedTransform one : added) {
        one.seconds /= pace.slower; // at full machine speed, as kernel times are stored
        opening.transforms.push_back(std::move(one));
    }
    return added.size();
}

} // namespace

Result<NetworkReport> openTimingTransforms(NetworkRunner& runner, NetworkOpening& opening, const std::atomic<bool>* stop)
{
    auto report = TRY(runner.open(opening, stop));
    for (int plan = 1; plan < kMostComparedPlans && report.tuned > 0; ++plan) {
        const auto pace = TRY(measurePace(runner, report, kRunsForPace, stop));
        const auto added = TRY(timeMissing(runner, opening, TransformSet::PlanOnly, pace, stop));
        if (added == 0) {
            break;
        }
        report = TRY(runner.open(opening, stop));
    }
    return report;
}

Result<LayoutComparison> compareLayouts(NetworkRunner& runner, NetworkOpening opening, int runs, const KeepTransforms& keep,
                                        NetworkReference& reference)
{
    opening.isPerLayer = true;
    opening.slot = 0;
    auto fastest = TRY(runner.open(opening));
    if (fastest.tuned == 0) {
        return fail(ErrorCode::NotFound,
                    "there is no run of a task of {} with {} (thread|threads); tune it first with network tune", fastest.network,
                    opening.threads);
    }
    const auto pace = TRY(measurePace(runner, fastest, runs));
    const auto added = TRY(timeMissing(runner, opening, TransformSet::AllPossible, pace));
    if (added > 0) {
        TRY(keep(opening.transforms));
    }
    fastest = TRY(runner.open(opening)); // its prediction now uses the timed transforms
    opening.isPerLayer = false;
    opening.slot = 1;
    const auto plan = TRY(runner.open(opening));
    for (const int slot : {0, 1}) {
        const auto check = TRY(runner.check(nullptr, &reference, slot));
        TRY(checkCorrect(check));
    }
    const auto measured = TRY(timeAlternately(runner, fastest, runs));
    const auto predicted = [&](const NetworkReport& report) {
        return report.predictedSeconds * measured.pace.slower + measured.pace.rest;
    };
    return LayoutComparison{
        {fastest, predicted(fastest), measured.seconds[0]}, {plan, predicted(plan), measured.seconds[1]}, measured.pace.slower};
}

} // namespace knobscope

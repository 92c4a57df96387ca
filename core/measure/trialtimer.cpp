// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/trialtimer.h"

#include "core/measure/pairedtiming.h"
#include "core/measure/plaintiming.h"
#include "core/stats/statistics.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

namespace knobscope {

namespace {

constexpr double plainSecondsBudget = 0.05; // for the first kernel of a task, which has no reference …
constexpr int plainBursts = 12;             // … in bursts over a third of a second, longer than most slow stretches
constexpr double plainSecondsMost = 0.3;    // enough of a slow kernel
constexpr auto burstPause = std::chrono::milliseconds(25);

/// How many calls of this length are timed together.
int64_t callsFor(const TimedKernel& kernel, double seconds)
{
    return static_cast<int64_t>(std::clamp(std::ceil(kernel.shortestBatch() / std::max(seconds, 1e-9)), 1.0, 1000.0));
}

/// Pairs for a candidate that is about to become the reference. One that wins by far is soon followed by a better one: the close
/// races are those that need many pairs.
PairedPolicy winnerPolicy(const PairedTiming& first)
{
    PairedPolicy policy;
    policy.hopelessAbove = policy.dropAbove = policy.likelyAbove = 1e9;
    const bool isFarAhead = first.high < policy.clearWinBelow;
    policy.clearWinBelow = 0;
    policy.contenderPairs = isFarAhead ? 5 : 15;
    policy.mostPairs = isFarAhead ? 5 : policy.mostPairs;
    return policy;
}

} // namespace

struct TrialTimer::Reference {
    std::unique_ptr<TimedKernel> kernel;
    double seconds = 0; ///< on the scale of the run
};

TrialTimer::TrialTimer() = default;
TrialTimer::~TrialTimer() = default;

void TrialTimer::clear()
{
    m_references.clear();
}

std::vector<double> TrialTimer::timeInBursts(TimedKernel& kernel, int64_t calls)
{
    std::vector<double> samples;
    double total = 0;
    for (int burst = 0; burst < plainBursts && (total < plainSecondsMost || burst < 3); ++burst) {
        if (burst > 0) {
            std::this_thread::sleep_for(burstPause);
            total += kernel.timed(1); // the caches are another program's after a pause
        }
        double spent = 0;
        for (int i = 0; i < 1 || (spent < plainSecondsBudget / plainBursts && i < 10); ++i) {
            samples.push_back(kernel.timed(calls));
            spent += samples.back() * static_cast<double>(calls);
        }
        total += spent;
    }
    return samples;
}

std::optional<Error> TrialTimer::timeInPairs(Reference& reference, std::unique_ptr<TimedKernel> candidate, double warmUpSeconds,
                                             int64_t calls, RunOutcome& out)
{
    const auto timeCandidate = [&] { return candidate->timed(calls); };
    const auto timeReference = [&] { return reference.kernel->timed(calls); };
    PairedTiming timing = timePaired(timeCandidate, timeReference, {}, warmUpSeconds);
    bool wins = timing.ratio < 1 && timing.high < 1.02 && !timing.dropped;
    if (wins) {
        // It was chosen for being quick, so those pairs flatter it; the scale of all that follows needs pairs that do not.
        PairedTiming fresh = timePaired(timeCandidate, timeReference, winnerPolicy(timing));
        fresh.pairs += timing.pairs;
        timing = std::move(fresh);
        wins = timing.ratio < 1;
    }
    if (auto own = candidate->problem()) {
        return own;
    }
    if (auto others = reference.kernel->problem()) {
        others->message = "The best kernel so far, which this one was timed against, failed: " + others->message;
        return others;
    }
    out.ratio = timing.ratio;
    out.pairs = timing.pairs;
    out.message = candidate->warning();
    const double seconds = timing.ratio * reference.seconds;
    if (wins) {
        // The winner inherits the scale. A scale that followed the machine's pace would make trials of different hours
        // incomparable, and a tuner ranks them by these numbers.
        reference.kernel = std::move(candidate);
        reference.seconds = seconds;
        out.isReference = true;
        out.referenceSeconds = seconds;
    }
    // AutoTVM takes the mean of the costs: it must be the estimate.
    out.costs = {seconds};
    return {};
}

std::optional<Error> TrialTimer::time(const std::string& taskKey, std::unique_ptr<TimedKernel> candidate, double warmUpSeconds,
                                      const MeasureOptions& options, RunOutcome& out)
{
    if (!options.paired) {
        const auto batch = [&](int64_t number) { return candidate->timed(number); };
        const auto flush = [&] {
            if (options.cacheFlush) {
                candidate->flush();
            }
        };
        out.costs = trimmedCosts(timePlain(batch, flush, options));
        out.message = candidate->warning();
        return candidate->problem();
    }
    const int64_t calls = callsFor(*candidate, warmUpSeconds);
    if (const auto found = m_references.find(taskKey); found != m_references.end()) {
        return timeInPairs(*found->second, std::move(candidate), warmUpSeconds, calls, out);
    }
    const std::vector<double> samples = timeInBursts(*candidate, calls);
    if (auto problem = candidate->problem()) {
        return problem;
    }
    const double alone = undisturbed(samples);
    out.costs = {alone};
    out.message = candidate->warning();
    out.isReference = true;
    out.referenceSeconds = alone;
    m_references[taskKey] = std::make_unique<Reference>(Reference{std::move(candidate), alone});
    return {};
}

void TrialTimer::setReference(const std::string& taskKey, std::unique_ptr<TimedKernel> kernel, double seconds)
{
    m_references[taskKey] = std::make_unique<Reference>(Reference{std::move(kernel), seconds});
}

Result<std::vector<double>> timeInTurn(const std::vector<std::unique_ptr<TimedKernel>>& kernels)
{
    constexpr int rounds = 31;
    std::vector<int64_t> calls;
    for (const auto& kernel : kernels) {
        kernel->call();
        calls.push_back(callsFor(*kernel, kernel->timed(1)));
        if (auto problem = kernel->problem()) {
            return tl::make_unexpected(*problem);
        }
    }
    std::vector<std::vector<double>> ratios(kernels.size());
    std::vector<double> base;
    for (int round = 0; round < rounds; ++round) {
        const double own = kernels[0]->timed(calls[0]);
        base.push_back(own);
        ratios[0].push_back(1);
        for (size_t i = 1; i < kernels.size(); ++i) {
            ratios[i].push_back(kernels[i]->timed(calls[i]) / own);
        }
    }
    std::vector<double> seconds;
    for (size_t i = 0; i < kernels.size(); ++i) {
        if (auto problem = kernels[i]->problem()) {
            return tl::make_unexpected(*problem);
        }
        seconds.push_back(median(ratios[i]) * undisturbed(base));
    }
    return seconds;
}

} // namespace knobscope

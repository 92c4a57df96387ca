// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/trialtimer.h"

#include "core/base/statistics.h"
#include "core/timing/pairedtiming.h"
#include "core/timing/plaintiming.h"
#include "core/timing/winner.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kUnpairedSeconds = 0.08; // total samples of an anchor, which has no partner
constexpr int kUnpairedBursts = 32;       // bursts over three quarters of a second, longer than most slow phases
constexpr double kMaxUnpairedSeconds = 0.3;     // seconds; sufficient for a slow kernel
constexpr auto kMaxUnpairedWall =
    std::chrono::seconds(3); // on the wall clock: a trial that other programs slow down must not time out
constexpr auto kBurstPause = std::chrono::milliseconds(18);
constexpr int kWarmUpCalls = 3;

constexpr double kPaceInterval = 3e-3;     // seconds of timing between two samples of the pace, which take 50 µs
constexpr double kMinGain = 1e-4;     // minimum gain of a new best, if the anchor's pairs do not resolve it
constexpr double kHopelessColdRatio = 8; // a first call beyond this many times the best's, plus kColdSeconds, is the measurement
constexpr double kColdSeconds = 1e-3; // overhead of pages and caches in a first call
constexpr double kClearLead = 0.85; // below, the winner is estimated roughly: a better one soon follows
constexpr double kCalmRatio = 1.04; // times the anchor's seconds; pairs in a slow phase are above and are repeated after a
                                    // pause
constexpr double kMaxWaitedSeconds = 0.3; // of pairs, after which they are not repeated
constexpr auto kStretchPause = std::chrono::milliseconds(30);
constexpr double kFasterAnchorRatio = 0.97; // times the anchor's seconds; observed below, it was sampled in a slow phase
constexpr int kThoroughBurst = 15; // pairs between pauses
constexpr double kPairsShare = 1.0 / 3; // of a trial's time limit; pauses and remeasuring the anchor take the rest
constexpr int kRankRounds = 61;
constexpr int kMinRankRounds = 11;
constexpr double kRankSeconds = 0.4; // per kernel
constexpr double kSignificanceLevel = 0.005;

/// Number of calls of this length to time together.
int64_t callsFor(const TimedKernel& kernel, double seconds)
{
    return static_cast<int64_t>(std::clamp(std::ceil(kernel.shortestBatch() / std::max(seconds, 1e-9)), 1.0, 1000.0));
}

} // namespace

/// Samples the pace between pairs, now and then.
struct TrialTimer::PaceWatch {
    explicit PaceWatch(PaceGauge& pace)
        : gauge(pace)
    {
        samplePace();
    }
    void samplePace() { seen.push_back(gauge.now()); }
    void before(const TimedPairs& pairs)
    {
        if (pairs.spent() - lastAt >= kPaceInterval || pairs.spent() < lastAt) {
            lastAt = pairs.spent();
            samplePace();
        }
    }
    double middle() const { return gauge.isKnown() ? std::min(1.0, median(seen)) : 0; }
    /// The partner's undisturbed seconds at full pace.
    double partnerSeconds(const TimedPairs& pairs) const
    {
        return undisturbedTime(pairs.partner()) * (gauge.isKnown() ? median(seen) : 1);
    }

    PaceGauge& gauge;
    std::vector<double> seen;
    double lastAt = 0;
};

TrialTimer::TrialTimer(TimingWorld world)
    : m_world(std::move(world))
    , m_pace(m_world.rate)
{
}

Result<TrialTimer::Sampled> TrialTimer::sampleUnpaired(TimedKernel& kernel, int bursts)
{
    std::vector<PacedSample> samples;
    std::vector<double> paces;
    double total = 0;
    const auto began = std::chrono::steady_clock::now();
    const auto hasTime = [began] { return std::chrono::steady_clock::now() - began < kMaxUnpairedWall; };
    const int64_t calls = callsFor(kernel, kernel.timeBatch(1));
    for (int burst = 0; burst == 0 || (burst < bursts && hasTime() && (total < kMaxUnpairedSeconds || (burst < 3 && total < 1)));
         ++burst) {
        if (burst > 0) {
            m_world.rest(kBurstPause);
            // After a pause, the caches hold another program's data, and the clock frequency is higher than under load.
            for (int i = 0; i < kWarmUpCalls && (i == 0 || total < kMaxUnpairedSeconds); ++i) {
                total += kernel.timeBatch(1);
            }
        }
        double spent = 0;
        for (int i = 0; i < 1 || (spent < kUnpairedSeconds / kUnpairedBursts && i < 10); ++i) {
            const double before[]{m_pace.now(), m_pace.now()};
            const double seconds = kernel.timeBatch(calls);
            const double after = m_pace.now();
            paces.insert(paces.end(), {before[0], before[1], after});
            samples.push_back({seconds, median(std::vector{before[0], before[1], after})});
            spent += seconds * static_cast<double>(calls);
        }
        total += spent;
    }
    TRY(kernel.problem());
    return Sampled{secondsAtFullPace(samples), std::min(1.0, median(paces))};
}

void TrialTimer::remeasureAnchor(TimedReferences& references, double observedSeconds)
{
    if (!references.mayBeCorrected || observedSeconds >= kFasterAnchorRatio * references.anchorSeconds) {
        return;
    }
    if (const auto again = sampleUnpaired(*references.anchor, 2 * kUnpairedBursts)) {
        references.anchorSeconds = std::min(references.anchorSeconds, again->seconds);
    }
}

TimedPairs TrialTimer::estimateRatioWhenCalm(const std::function<TimedPairs()>& fresh, bool isRough, double anchorSeconds)
{
    std::optional<TimedPairs> calmest;
    double level = 0; // of the anchor, relative to its undisturbed time
    double spent = 0;
    do {
        if (calmest) {
            m_world.rest(kStretchPause);
        }
        TimedPairs pairs = fresh();
        PaceWatch watch(m_pace);
        pairs.setBeforeEach([&] { watch.before(pairs); });
        estimateRatio(pairs, isRough);
        pairs.setBeforeEach({});
        spent += pairs.spent();
        const double now = watch.partnerSeconds(pairs) / anchorSeconds;
        if (!calmest || now < level) {
            level = now;
            calmest = std::move(pairs);
        }
    } while (level > kCalmRatio && spent < kMaxWaitedSeconds);
    return std::move(*calmest);
}

Result<void> TrialTimer::timeInPairs(const TimedReferences& references, TimedKernel& candidate, double warmUpSeconds,
                                     RunOutcome& out)
{
    PaceWatch watch(m_pace);
    TimedKernel& best = references.best ? *references.best : *references.anchor;
    const int64_t calls = callsFor(candidate, warmUpSeconds);
    const auto against = [&](TimedKernel& partner) {
        return TimedPairs([&candidate, calls] { return candidate.timeBatch(calls); },
                          [&partner, calls] { return partner.timeBatch(calls); });
    };
    TimedPairs screened = against(best);
    TimedPairs proven = against(best);
    for (TimedPairs* pairs : {&screened, &proven}) {
        pairs->setBeforeEach([&watch, pairs] { watch.before(*pairs); });
    }
    Timing& timing = out.timing;
    const bool isHopeless = warmUpSeconds > kColdSeconds && warmUpSeconds > kHopelessColdRatio * best.timeBatch(1) + kColdSeconds;
    const TimedPairs* last = &screened;
    bool wins = false;
    if (isHopeless) {
        timing.ratio = warmUpSeconds / best.timeBatch(1);
        timing.candidate = {warmUpSeconds};
        timing.pairs = 1;
    } else {
        if (mayBeFaster(screened)) {
            last = &proven;
            wins = isProvenFaster(proven);
        }
        timing.ratio = last->ratio();
        timing.candidate = last->candidate();
        timing.partner = last->partner();
        timing.uncertainty = last->uncertainty();
        timing.pairs = screened.count() + proven.count();
        timing.isTied = !wins && *timing.ratio * (1 - timing.uncertainty.value_or(0)) <= 1;
    }
    // A candidate not shown to be faster than the best counts as no faster: the maximum of noisy values is biased. Its own value
    // follows from the ratio (Timing::measuredShare).
    timing.speedup = references.bestSpeedup / std::max(1.0, *timing.ratio);
    if (wins) {
        const TimedPairs estimate = estimateRatioWhenCalm([&] { return against(*references.anchor); },
                                                          proven.ratio() < kClearLead, references.anchorSeconds);
        timing.pairs += estimate.count();
        timing.uncertainty = estimate.uncertainty();
        timing.speedup = std::max(1 / estimate.undisturbedRatio(), references.bestSpeedup * (1 + kMinGain));
    }
    TRY(candidate.problem());
    for (const TimedKernel* partner : {&best, references.anchor}) {
        if (const auto others = partner->problem(); !others) {
            return fail(others.error().code, "The kernel that this one was timed against failed: {}", others.error());
        }
    }
    timing.pace = watch.middle();
    timing.secondsNow = median(timing.candidate);
    out.why = candidate.warning();
    // AutoTVM uses the mean of the costs, so that it must equal the estimate.
    out.costs = {references.anchorSeconds / timing.speedup};
    out.isBest = wins;
    return {};
}

Result<void> TrialTimer::timeThoroughly(TimedReferences& references, TimedKernel& candidate, double warmUpSeconds,
                                        const MeasureOptions& options, RunOutcome& out)
{
    PaceWatch watch(m_pace);
    const int64_t calls = callsFor(candidate, warmUpSeconds);
    const int64_t anchorCalls = callsFor(*references.anchor, references.anchorSeconds);
    TimedPairs pairs([&] { return candidate.timeBatch(calls); }, [&] { return references.anchor->timeBatch(anchorCalls); });
    pairs.setBeforeEach([&] {
        if (pairs.count() > 0 && pairs.count() % kThoroughBurst == 0) { // spreads the pairs over several phases
            m_world.rest(kStretchPause);
            candidate.timeBatch(calls);
            references.anchor->timeBatch(anchorCalls);
        }
        watch.before(pairs);
    });
    estimateRatioThoroughly(pairs, kPairsShare * options.timeoutSeconds);
    for (const TimedKernel* kernel : {&candidate, references.anchor}) {
        TRY(kernel->problem());
    }
    remeasureAnchor(references, watch.partnerSeconds(pairs));
    const MedianInterval interval = medianInterval(pairs.ratios());
    Timing& timing = out.timing;
    timing.ratio = pairs.undisturbedRatio();
    timing.uncertainty = pairs.uncertainty();
    timing.speedup = 1 / pairs.undisturbedRatio();
    // The interval is that of the pairs' median; slow phases can move it away from the undisturbed ratio, so it is widened.
    timing.speedupLow = std::min(1 / interval.high, timing.speedup);
    timing.speedupHigh = std::max(1 / interval.low, timing.speedup);
    timing.pairs = pairs.count();
    timing.candidate = pairs.candidate();
    timing.partner = pairs.partner();
    timing.pace = watch.middle();
    timing.secondsNow = median(timing.candidate);
    out.costs = {references.anchorSeconds * pairs.undisturbedRatio()};
    out.why = candidate.warning();
    return {};
}

Result<void> TrialTimer::timePlainly(TimedKernel& candidate, const MeasureOptions& options, RunOutcome& out)
{
    const auto batch = [&](int64_t number) { return candidate.timeBatch(number); };
    const auto flush = [&] {
        if (options.cacheFlush) {
            candidate.flush();
        }
    };
    const double pace = m_pace.now();
    out.timing.candidate = timePlain(batch, flush, options);
    out.timing.secondsNow = median(out.timing.candidate);
    out.timing.pace = m_pace.isKnown() ? pace : 0;
    out.costs = trimmedCosts(out.timing.candidate);
    out.why = candidate.warning();
    return candidate.problem();
}

Result<void> TrialTimer::timeAlone(TimedKernel& candidate, const MeasureOptions& options, RunOutcome& out)
{
    const auto sampled = TRY(sampleUnpaired(candidate, options.thorough ? 2 * kUnpairedBursts : kUnpairedBursts));
    out.costs = {sampled.seconds};
    out.timing.speedup = 1;
    out.timing.pace = m_pace.isKnown() ? sampled.pace : 0;
    out.timing.secondsNow = sampled.seconds / sampled.pace;
    out.why = candidate.warning();
    return {};
}

Result<void> TrialTimer::time(TimedKernel& candidate, double warmUpSeconds, TimedReferences& references,
                              const MeasureOptions& options, RunOutcome& out)
{
    if (!options.paired) {
        return timePlainly(candidate, options, out);
    }
    if (!references.anchor) {
        return timeAlone(candidate, options, out);
    }
    return options.thorough ? timeThoroughly(references, candidate, warmUpSeconds, options, out)
                            : timeInPairs(references, candidate, warmUpSeconds, out);
}

Result<void> TrialTimer::timeWinnerThoroughly(TimedReferences& references,
                                              const std::vector<std::unique_ptr<TimedKernel>>& kernels,
                                              const MeasureOptions& options, std::vector<RankedKernel>& ranked)
{
    const size_t winner = winnerOf(std::span<const RankedKernel>(ranked));
    RunOutcome out;
    TRY(timeThoroughly(references, *kernels[winner], ranked[winner].timing.secondsNow, options, out));
    out.timing.ratio = ranked[winner].timing.ratio;
    ranked[winner].timing = out.timing;
    return {};
}

Result<std::vector<RankedKernel>> TrialTimer::rank(const std::vector<std::unique_ptr<TimedKernel>>& kernels,
                                                   TimedReferences& references, const MeasureOptions& options)
{
    std::vector<TimedKernel*> timed;
    for (const auto& kernel : kernels) {
        timed.push_back(kernel.get());
    }
    timed.push_back(references.anchor ? references.anchor : kernels.front().get());
    std::vector<int64_t> calls;
    for (TimedKernel* kernel : timed) {
        kernel->call();
        calls.push_back(callsFor(*kernel, kernel->timeBatch(1)));
        TRY(kernel->problem());
    }
    const size_t n = timed.size();
    std::vector<std::vector<double>> seconds(n);
    std::vector<double> paces;
    double spent = 0;
    for (int round = 0; round < kRankRounds && (spent < kRankSeconds * static_cast<double>(n) || round < kMinRankRounds);
         ++round) {
        paces.push_back(m_pace.now());
        for (size_t i = 0; i < n; ++i) {
            const size_t at = (i + static_cast<size_t>(round)) % n; // varies the predecessor of each kernel
            seconds[at].push_back(timed[at]->timeBatch(calls[at]));
            spent += seconds[at].back() * static_cast<double>(calls[at]);
        }
    }
    for (const TimedKernel* kernel : timed) {
        TRY(kernel->problem());
    }
    std::vector<RankedKernel> ranked(kernels.size());
    for (size_t i = 0; i < kernels.size(); ++i) {
        std::vector<double> toFirst;
        double wins = 0;
        for (size_t round = 0; round < paces.size(); ++round) {
            toFirst.push_back(seconds[i][round] / seconds[0][round]);
            wins += toFirst.back() < 1 ? 1 : 0;
        }
        Timing& timing = ranked[i].timing;
        timing.ratio = midmean(toFirst);
        timing.speedup = undisturbedTime(seconds[n - 1]) / undisturbedTime(seconds[i]);
        timing.pairs = static_cast<int>(paces.size());
        timing.pace = m_pace.isKnown() ? std::min(1.0, median(paces)) : 0;
        timing.secondsNow = median(seconds[i]);
        timing.candidate = seconds[i];
        timing.partner = seconds[n - 1];
        ranked[i].isSignificantlyFaster = signTest(wins, paces.size()) < kSignificanceLevel;
    }
    if (references.anchor) {
        std::vector<PacedSample> anchors;
        for (size_t round = 0; round < paces.size(); ++round) {
            anchors.push_back({seconds[n - 1][round], paces[round]});
        }
        remeasureAnchor(references, secondsAtFullPace(anchors));
        TRY(timeWinnerThoroughly(references, kernels, options, ranked));
    }
    return ranked;
}

} // namespace knobscope

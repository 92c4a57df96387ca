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

struct TrialTimer::References {
    std::shared_ptr<TimedKernel> anchor;
    double anchorSeconds = 0; ///< at full pace
    std::shared_ptr<TimedKernel> best;
    double bestSpeedup = 1;
    bool mayBeCorrected = false; ///< the anchor's seconds: set if they were sampled for the current run
};

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

    PaceGauge& gauge;
    std::vector<double> seen;
    double lastAt = 0;
};

TrialTimer::TrialTimer(TimingWorld world)
    : m_world(std::move(world))
    , m_pace(m_world.rate)
{
}

TrialTimer::~TrialTimer() = default;

void TrialTimer::clear()
{
    m_tasks.clear();
}

Result<AnchorTiming> TrialTimer::sampleUnpaired(TimedKernel& kernel, int bursts)
{
    std::vector<PacedSample> samples;
    std::vector<double> paces;
    double total = 0;
    const int64_t calls = callsFor(kernel, kernel.timeBatch(1));
    for (int burst = 0; burst < bursts && (total < kMaxUnpairedSeconds || (burst < 3 && total < 1)); ++burst) {
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
    return AnchorTiming{secondsAtFullPace(samples), std::min(1.0, median(paces))};
}

Result<AnchorTiming> TrialTimer::samplePaired(TimedKernel& kernel, const References& other)
{
    PaceWatch watch(m_pace);
    kernel.timeBatch(1);
    const int64_t calls = callsFor(kernel, kernel.timeBatch(1));
    const int64_t otherCalls = callsFor(*other.anchor, other.anchor->timeBatch(1));
    TimedPairs pairs([&] { return kernel.timeBatch(calls); }, [&] { return other.anchor->timeBatch(otherCalls); });
    pairs.setBeforeEach([&] { watch.before(pairs); });
    estimateRatio(pairs, false);
    for (const TimedKernel* timed : {&kernel, other.anchor.get()}) {
        TRY(timed->problem());
    }
    return AnchorTiming{other.anchorSeconds * pairs.undisturbedRatio(), watch.middle()};
}

Result<AnchorTiming> TrialTimer::setAnchor(const std::string& taskKey, std::unique_ptr<TimedKernel> kernel,
                                           const AnchorScale& scale)
{
    AnchorTiming timing{scale.seconds, 1};
    bool mayBeCorrected = false;
    if (scale.seconds <= 0) {
        const auto other = m_tasks.find(scale.sharedScaleTask);
        mayBeCorrected = other == m_tasks.end();
        timing = TRY(other != m_tasks.end() ? samplePaired(*kernel, *other->second)
                                            : sampleUnpaired(*kernel, scale.isThorough ? 2 * kUnpairedBursts : kUnpairedBursts));
    }
    std::shared_ptr<TimedKernel> anchor = std::move(kernel);
    m_tasks[taskKey] = std::make_unique<References>(References{anchor, timing.seconds, anchor, 1, mayBeCorrected});
    return timing;
}

void TrialTimer::remeasureAnchor(References& task, double observedSeconds)
{
    if (!task.mayBeCorrected || observedSeconds >= kFasterAnchorRatio * task.anchorSeconds) {
        return;
    }
    if (const auto again = sampleUnpaired(*task.anchor, 2 * kUnpairedBursts)) {
        task.anchorSeconds = std::min(task.anchorSeconds, again->seconds);
    }
}

double TrialTimer::anchorSeconds(const std::string& taskKey) const
{
    const auto task = m_tasks.find(taskKey);
    return task == m_tasks.end() ? 0 : task->second->anchorSeconds;
}

void TrialTimer::setBest(const std::string& taskKey, std::unique_ptr<TimedKernel> kernel, double speedup)
{
    if (const auto task = m_tasks.find(taskKey); task != m_tasks.end()) {
        task->second->best = std::move(kernel);
        task->second->bestSpeedup = speedup;
    }
}

void TrialTimer::forgetBest(const std::string& taskKey)
{
    if (const auto task = m_tasks.find(taskKey); task != m_tasks.end()) {
        task->second->best = task->second->anchor;
        task->second->bestSpeedup = 1;
        task->second->mayBeCorrected = false;
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
        const double now = undisturbedTime(pairs.partner()) * (m_pace.isKnown() ? median(watch.seen) : 1) / anchorSeconds;
        if (!calmest || now < level) {
            level = now;
            calmest = std::move(pairs);
        }
    } while (level > kCalmRatio && spent < kMaxWaitedSeconds);
    return std::move(*calmest);
}

Result<void> TrialTimer::timeInPairs(References& task, std::shared_ptr<TimedKernel> candidate, double warmUpSeconds,
                                     RunOutcome& out)
{
    PaceWatch watch(m_pace);
    const int64_t calls = callsFor(*candidate, warmUpSeconds);
    const auto against = [&](TimedKernel& partner) {
        return TimedPairs([&candidate, calls] { return candidate->timeBatch(calls); },
                          [&partner, calls] { return partner.timeBatch(calls); });
    };
    TimedPairs screened = against(*task.best);
    TimedPairs proven = against(*task.best);
    for (TimedPairs* pairs : {&screened, &proven}) {
        pairs->setBeforeEach([&watch, pairs] { watch.before(*pairs); });
    }
    Timing& timing = out.timing;
    const bool isHopeless =
        warmUpSeconds > kColdSeconds && warmUpSeconds > kHopelessColdRatio * task.best->timeBatch(1) + kColdSeconds;
    const TimedPairs* last = &screened;
    bool wins = false;
    if (isHopeless) {
        timing.ratio = warmUpSeconds / task.best->timeBatch(1);
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
        timing.pairs = screened.count() + proven.count();
    }
    // A candidate not shown to be faster than the best counts as no faster: the maximum of noisy values is biased.
    timing.speedup = task.bestSpeedup / std::max(1.0, *timing.ratio);
    if (wins) {
        const TimedPairs estimate =
            estimateRatioWhenCalm([&] { return against(*task.anchor); }, proven.ratio() < kClearLead, task.anchorSeconds);
        timing.pairs += estimate.count();
        timing.speedup = std::max(1 / estimate.undisturbedRatio(), task.bestSpeedup * (1 + kMinGain));
    }
    TRY(candidate->problem());
    for (const auto& partner : {task.best, task.anchor}) {
        if (const auto others = partner->problem(); !others) {
            return fail(others.error().code, "The kernel that this one was timed against failed: {}", others.error());
        }
    }
    timing.pace = watch.middle();
    timing.secondsNow = median(timing.candidate);
    out.why = candidate->warning();
    // AutoTVM uses the mean of the costs, so that it must equal the estimate.
    out.costs = {task.anchorSeconds / timing.speedup};
    if (wins) {
        task.best = std::move(candidate);
        task.bestSpeedup = timing.speedup;
        out.isBest = true;
    }
    return {};
}

Result<void> TrialTimer::timeThoroughly(References& task, TimedKernel& candidate, double warmUpSeconds,
                                        const MeasureOptions& options, RunOutcome& out)
{
    PaceWatch watch(m_pace);
    const int64_t calls = callsFor(candidate, warmUpSeconds);
    const int64_t anchorCalls = callsFor(*task.anchor, task.anchorSeconds);
    TimedPairs pairs([&] { return candidate.timeBatch(calls); }, [&] { return task.anchor->timeBatch(anchorCalls); });
    pairs.setBeforeEach([&] {
        if (pairs.count() > 0 && pairs.count() % kThoroughBurst == 0) { // spreads the pairs over several phases
            m_world.rest(kStretchPause);
            candidate.timeBatch(calls);
            task.anchor->timeBatch(anchorCalls);
        }
        watch.before(pairs);
    });
    estimateRatioThoroughly(pairs, kPairsShare * options.timeoutSeconds);
    for (const TimedKernel* kernel : {&candidate, task.anchor.get()}) {
        TRY(kernel->problem());
    }
    remeasureAnchor(task, undisturbedTime(pairs.partner()) * (m_pace.isKnown() ? median(watch.seen) : 1));
    const MedianInterval interval = medianInterval(pairs.ratios());
    Timing& timing = out.timing;
    timing.ratio = pairs.undisturbedRatio();
    timing.speedup = 1 / pairs.undisturbedRatio();
    // The interval is that of the pairs' median; slow phases can move it away from the undisturbed ratio, so it is widened.
    timing.speedupLow = std::min(1 / interval.high, timing.speedup);
    timing.speedupHigh = std::max(1 / interval.low, timing.speedup);
    timing.pairs = pairs.count();
    timing.candidate = pairs.candidate();
    timing.partner = pairs.partner();
    timing.pace = watch.middle();
    timing.secondsNow = median(timing.candidate);
    out.costs = {task.anchorSeconds * pairs.undisturbedRatio()};
    out.why = candidate.warning();
    return {};
}

Result<void> TrialTimer::time(const std::string& taskKey, std::unique_ptr<TimedKernel> candidate, double warmUpSeconds,
                              const MeasureOptions& options, RunOutcome& out)
{
    if (!options.paired) {
        const auto batch = [&](int64_t number) { return candidate->timeBatch(number); };
        const auto flush = [&] {
            if (options.cacheFlush) {
                candidate->flush();
            }
        };
        const double pace = m_pace.now();
        out.timing.candidate = timePlain(batch, flush, options);
        out.timing.secondsNow = median(out.timing.candidate);
        out.timing.pace = m_pace.isKnown() ? pace : 0;
        out.costs = trimmedCosts(out.timing.candidate);
        out.why = candidate->warning();
        return candidate->problem();
    }
    if (const auto found = m_tasks.find(taskKey); found != m_tasks.end()) {
        return options.thorough ? timeThoroughly(*found->second, *candidate, warmUpSeconds, options, out)
                                : timeInPairs(*found->second, std::move(candidate), warmUpSeconds, out);
    }
    Sentence warning = candidate->warning();
    const auto anchor = TRY(setAnchor(taskKey, std::move(candidate), {0, {}, options.thorough}));
    out.why = std::move(warning);
    out.costs = {anchor.seconds};
    out.timing.speedup = 1;
    out.timing.pace = m_pace.isKnown() ? anchor.pace : 0;
    out.timing.secondsNow = anchor.seconds / anchor.pace;
    out.isAnchor = true;
    return {};
}

Result<void> TrialTimer::timeWinnerThoroughly(References& task, const std::vector<std::unique_ptr<TimedKernel>>& kernels,
                                              const MeasureOptions& options, std::vector<RankedKernel>& ranked)
{
    const size_t winner = winnerOf(std::span<const RankedKernel>(ranked));
    RunOutcome out;
    TRY(timeThoroughly(task, *kernels[winner], ranked[winner].timing.secondsNow, options, out));
    out.timing.ratio = ranked[winner].timing.ratio;
    ranked[winner].timing = out.timing;
    return {};
}

Result<std::vector<RankedKernel>> TrialTimer::rank(const std::string& taskKey,
                                                   const std::vector<std::unique_ptr<TimedKernel>>& kernels,
                                                   const MeasureOptions& options)
{
    const auto task = m_tasks.find(taskKey);
    std::vector<TimedKernel*> timed;
    for (const auto& kernel : kernels) {
        timed.push_back(kernel.get());
    }
    timed.push_back(task == m_tasks.end() ? kernels.front().get() : task->second->anchor.get());
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
    std::vector<RankedKernel> ranked(kernels.size());
    for (size_t i = 0; i < kernels.size(); ++i) {
        TRY(timed[i]->problem());
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
    if (task != m_tasks.end()) {
        std::vector<PacedSample> anchors;
        for (size_t round = 0; round < paces.size(); ++round) {
            anchors.push_back({seconds[n - 1][round], paces[round]});
        }
        remeasureAnchor(*task->second, secondsAtFullPace(anchors));
        TRY(timeWinnerThoroughly(*task->second, kernels, options, ranked));
    }
    return ranked;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/loop.h"

#include "core/timing/inflight.h"
#include "core/tuning/confirm.h"
#include "core/tuning/listeners.h"
#include "core/tuning/proposals.h"
#include "core/tuning/runstart.h"
#include "core/tuning/scoreboard.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/runningdeadline.h"

#include <algorithm>
#include <memory>

namespace knobscope {

namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(50);
constexpr int64_t kErrorsInARow = 150; // AutoTVM logs a warning from here on

/// Limits of a run, and the reason why it proposes nothing more.
class RunEnd
{
public:
    explicit RunEnd(const RunOptions& options)
        : m_options(options)
    {
    }

    /// Includes changes of the limits during the run.
    const RunOptions& options() const { return m_options; }
    StopRule rule() const { return stopRuleOf(m_options); }
    void changeLimits(const RunOptions& limits) { takeLimits(m_options, limits); }

    bool isReached() const { return !m_reason.empty(); }
    /// Ends the run if a limit is reached.
    void judge(const RunStanding& standing)
    {
        if (const auto verdict = rule().verdict(standing)) {
            end("finished", *verdict);
        }
    }
    /// Ends the run for this reason, unless it has ended already.
    void end(std::string reason, Sentence detail)
    {
        if (!isReached()) {
            m_reason = std::move(reason);
            m_detail = std::move(detail);
        }
    }
    /// Ends it immediately, whatever the earlier reason.
    void stop() { m_reason = "stopped"; }
    void fill(RunFinished& finished) const
    {
        finished.reason = m_reason;
        finished.detail = m_detail;
    }

private:
    RunOptions m_options;
    std::string m_reason; ///< as in RunFinished; empty while the run makes proposals
    Sentence m_detail;
};

class LoopRun : public Run
{
public:
    LoopRun(LoopTask task, Measurer& measurer, LoopControl& control, std::span<LoopListener* const> listeners,
            RunPosition position)
        : m_events(listeners)
        , m_task(prepared(std::move(task), m_events))
        , m_measurer(measurer)
        , m_control(control)
        , m_position(position)
    {
        for (RecordedTrial& trial : m_task.recorded) {
            if (const auto entity = m_task.task.space.at(trial.index); !entity) { // of a project that was edited by hand
                trial.result = failedResult(MeasureError::Instantiation, entity.error());
            }
            m_score.count(trial.index, trial.result, true);
        }
    }

    Result<RunFinished> advance(int64_t trials, double seconds, int confirmTop) override
    {
        RunOptions limits = m_task.options;
        limits.trials = m_score.done() + trials;
        limits.seconds = seconds > 0 ? m_clock.seconds() + seconds : 0;
        limits.confirmTop = confirmTop;
        TRY(start(limits));
        return proceed(false);
    }

    Result<RunFinished> finish() override
    {
        const bool isFirst = !m_proposals.isOpen();
        TRY(start(m_task.options));
        return proceed(isFirst && m_events.warn(m_measurer.loadWarning()));
    }

    double bestSeconds(int64_t last) const override { return m_score.bestSeconds(last); }

private:
    static LoopTask prepared(LoopTask task, RunEvents& events)
    {
        for (const Sentence& line : task.prepare ? task.prepare(task) : std::vector<Sentence>()) {
            events.log(line);
        }
        return task;
    }

    Result<void> start(const RunOptions& limits)
    {
        if (!m_proposals.isOpen()) {
            TRY(m_measurer.accepts(m_task.task));
            TRY(checkSeeds(m_task));
            TRY(m_proposals.open(m_measurer));
        }
        m_end = RunEnd(limits);
        m_clock.exclude(m_suspended ? m_control.now() - *m_suspended : LoopControl::Clock::duration::zero());
        TRY(m_events.start(
            {&m_task.task, m_task.label, limits, m_position, m_score.done(), m_task.resumedRow, m_measurer.machine().cpu}));
        m_task.resumedRow = std::max(m_task.resumedRow, m_events.row());
        Baseline base = m_baseline;
        const Baseline known = m_events.baseline();
        base.anchor = base.anchor ? base.anchor : known.anchor;
        base.anchorSeconds = base.anchorSeconds > 0 ? base.anchorSeconds : known.anchorSeconds; // for a run without trials
        m_isScaleShared = base.anchorSeconds > 0;
        m_measurer.beginRun(m_task.task, base);
        m_events.releaseLog();
        if (m_score.done() > 0) {
            report();
        }
        return {};
    }

    RunFinished proceed(bool isWarned)
    {
        loop();
        m_events.warn(isWarned ? Sentence() : m_measurer.otherMeasurerWarning());
        RunFinished finished = end();
        m_suspended = m_control.now();
        return finished;
    }

    /// A trial in flight, or a skipped proposal that waits for its turn.
    struct PendingTrial {
        ConfigEntity entity;
        bool isTuners = true; ///< see Proposal
        bool isPruned = false; ///< see Proposal
        ProposalReason reason;
        std::vector<StageTime> stages;
    };

    void loop()
    {
        while (true) {
            if (m_control.isStopping() || !m_clock.waitWhilePaused()) {
                m_end.stop();
                return;
            }
            takeRequests();
            judge();
            if (auto may = m_events.checkCanContinue(); !may) {
                m_end.end("stopped", may.error());
                m_canContinue = false;
            }
            // Makes one proposal each time the oldest result reaches the tuner: the same order at any speed.
            if (!m_end.isReached() && m_pending.hasRoom() && launch()) {
                continue;
            }
            if (m_pending.isEmpty()) {
                m_end.end("finished", whyNoneIsLeft());
                dropAdded();
                return;
            }
            collect();
        }
    }

    /// Handles the user's requests since the last call.
    void takeRequests()
    {
        if (const auto limits = m_control.takeLimits()) {
            m_end.changeLimits(*limits);
            m_events.log(phrase("The limits of the run are now: {}", m_end.rule().text()));
            m_events.notify([&](LoopListener& l) { l.limitsChanged(m_end.options()); });
        }
        for (const int64_t index : m_control.takeAdded()) {
            if (const auto entity = m_task.task.space.at(index); entity) {
                m_proposals.add(index);
            } else {
                m_events.log(phrase("Config {} is not measured: {}", index, entity.error()));
            }
        }
    }

    RunStanding standing() const
    {
        return {m_score.done(), m_score.sinceBest(), m_clock.seconds(), m_score.bestGflops(), m_score.bestPlainGflops()};
    }

    /// Decides if the proposals end. Added configs are measured before a limit ends the run.
    void judge()
    {
        if (m_control.isFinishing()) {
            m_end.end("stopped", phrase("trials in progress were kept"));
        } else if (!m_proposals.hasAdded()) {
            m_end.judge(standing());
        }
    }

    /// Reason why a run ends when the tuner proposes nothing and nothing is in flight.
    Sentence whyNoneIsLeft() const
    {
        const int64_t pruned = m_proposals.pruned();
        const auto known = static_cast<int64_t>(m_task.known.size());
        const int64_t seen = m_score.done() + known + pruned;
        const SpaceCount all = m_task.task.space.validCount();
        if (!all.exact && seen == 0) {
            return phrase("no config meets the constraints");
        }
        if (!all.exact || seen < all.low) {
            return phrase("the tuner has no more proposals");
        }
        return pruned == 0 ? phrase("every config was tried")
             : pruned == 1 ? phrase("every config was tried, except for 1 that is slow by its analytical bound")
                           : phrase("every config was tried, except for {} that are slow by their analytical bound", pruned);
    }

    /// Reports the added configs that the run's end leaves unmeasured.
    void dropAdded()
    {
        std::ranges::for_each(m_control.takeAdded(), [this](int64_t index) { m_proposals.add(index); });
        for (const int64_t index : m_proposals.dropAdded()) {
            m_events.log(phrase("Config {} was added too late to be measured in this run", index));
        }
    }

    /// Submits the next config; returns false if there is none now.
    bool launch()
    {
        auto next = m_proposals.next(m_end.rule().trialLimit());
        if (!next) {
            return false;
        }
        PendingTrial pending;
        pending.isTuners = next->isTuners;
        pending.isPruned = next->isPruned;
        pending.reason = std::move(next->reason);
        pending.stages = std::move(next->stages);
        pending.entity.index = next->index;
        if (next->isPruned) {
            m_pending.add(std::move(pending), MeasureResult());
            return true;
        }
        if (auto sent = submit(std::move(pending)); !sent) {
            m_end.end("failed", sent.error());
            return false;
        }
        m_proposals.count();
        return true;
    }

    Result<void> submit(PendingTrial pending)
    {
        const int64_t index = *pending.entity.index;
        auto entity = m_task.task.space.at(index);
        if (!entity) {
            m_pending.add(std::move(pending), failedResult(MeasureError::Instantiation, entity.error()));
            return {};
        }
        pending.entity = *entity;
        return m_pending.submit(std::move(pending), {m_taskJson, std::move(*entity)});
    }

    /// Waits for the next result in order and delivers it; the next proposal follows each.
    void collect()
    {
        if (!m_pending.isFirstAnswered()) {
            awaitResult();
        }
        auto first = m_pending.takeFirst();
        if (!first) {
            return;
        }
        if (first->answer->infrastructureFailed) {
            m_pending.clear(); // later results are dropped and retried with it, because the tuner receives them in order
        } else if (first->job.isPruned) {
            m_proposals.onPruned(*first->job.entity.index);
        } else {
            deliver(std::move(first->job), std::move(*first->answer));
        }
    }

    void awaitResult()
    {
        const auto before = std::chrono::steady_clock::now();
        const MeasureResult* const finished = m_pending.await(kPollInterval);
        m_clock.exclude(stoppedDuring(std::chrono::steady_clock::now() - before, kPollInterval));
        if (finished && finished->infrastructureFailed) {
            m_end.end("failed", finished->why); // the infrastructure failed: ends the proposals
        }
    }

    void deliver(PendingTrial pending, MeasureResult result)
    {
        const int64_t index = pending.entity.index.value_or(-1);
        m_score.markTie(result);
        if (result.newAnchor) {
            replaceAnchor(*result.newAnchor);
        }
        const double flops = m_score.count(index, result, false);
        addTo(m_baseline, m_task.task, index, result);
        const StageClock learning("learn");
        m_proposals.onResult(index, result, pending.isTuners);
        pending.stages.push_back(learning.finish());
        for (StageTime& stage : pending.stages) {
            stage.process = "knobscope";
        }
        pending.stages.insert(pending.stages.end(), result.stages.begin(), result.stages.end());
        if (m_score.errorsInARow() == kErrorsInARow) {
            m_events.log(phrase("{} (trial|trials) failed in a row; the last: {}: {}", kErrorsInARow, errorText(result.error),
                                result.why));
        }
        const TrialFinished event{m_score.done(),
                                  pending.entity,
                                  result,
                                  flops / 1e9,
                                  m_score.bestGflops(),
                                  m_score.best().index,
                                  std::move(pending.stages),
                                  std::move(pending.reason)};
        m_events.notify([&](LoopListener& l) { l.trialFinished(event); });
        report();
    }

    void replaceAnchor(const ConfigEntity& anchor)
    {
        if (m_isScaleShared) {
            m_events.log(
                phrase("The config that earlier trials were compared with no longer runs; from now on, trials are compared "
                       "with another one"));
        }
        m_baseline = {.anchor = anchor};
        m_events.notify([&](LoopListener& l) { l.anchorReplaced(anchor); });
    }

    void report()
    {
        Progress p;
        p.elapsedSeconds = m_clock.seconds();
        m_score.fill(p);
        const int64_t all = std::max<int64_t>(m_task.task.space.validCount().high, p.done);
        p.total = std::min(std::max({m_end.rule().trialLimit().value_or(all), m_proposals.launched(), p.done}), all);
        p.secondsLeft = m_end.rule().secondsLeft(standing(), p.total, p.trialsPerSecond);
        m_events.notify([&](LoopListener& l) { l.progress(p); });
    }

    /// Re-times the best few: the top of a run may be noise, or wrong.
    void confirm(RunFinished& done)
    {
        const auto found =
            confirmBest(m_task.task, m_score.worked(), static_cast<size_t>(m_end.options().confirmTop), m_measurer);
        std::ranges::for_each(found.unchecked, [this](const Sentence& why) { m_events.log(why); });
        std::ranges::for_each(found.refuted, [this](const Confirmation::Refuted& refuted) { refute(refuted); });
        std::ranges::for_each(found.sentences(), [this](const Sentence& line) { m_events.log(line); });
        done.scale = found.scale;
        if (!found.scale.isIdentity()) {
            m_score.scale(found.scale);
            m_events.notify([&](LoopListener& l) { l.scaleCorrected(found.scale); });
        }
        if (found.best) {
            correct(*found.best, found.bestResult);
        }
    }

    void refute(const Confirmation::Refuted& refuted)
    {
        m_events.log(phrase("Config {} no longer counts as successful: {}: {}", refuted.index, errorText(refuted.result.error),
                            refuted.result.why));
        for (const RankedTrial& trial : m_score.trialsOf(refuted.index)) {
            correct(trial, refuted.result);
        }
    }

    void correct(const RankedTrial& trial, const MeasureResult& result)
    {
        m_score.correct(trial.number, result);
        const bool works = result.error == MeasureError::None;
        const double gflops = works ? m_task.task.autotvmFlops / result.meanCost() / 1e9 : 0;
        const TrialCorrected event{trial.number, *m_task.task.space.at(trial.index), result, gflops, trial.seconds};
        m_events.notify([&](LoopListener& l) { l.trialCorrected(event); });
    }

    RunFinished end()
    {
        const double seconds = m_clock.seconds();
        RunFinished done;
        m_end.fill(done);
        // Also if a person stopped it and waits for the trials in flight: what is kept must not depend on how a run ends.
        const bool isWhole = done.reason == "finished" || (m_control.isFinishing() && !m_control.isStopping() && m_canContinue);
        if (m_end.options().confirmTop > 1 && !m_score.worked().empty() && isWhole) {
            confirm(done);
        }
        m_score.fill(done);
        m_proposals.fill(done);
        done.seconds = m_clock.seconds();
        done.trialsPerSecond = seconds > 0 ? static_cast<double>(m_score.measured()) / seconds : 0;
        m_events.notify([&](LoopListener& l) { l.runFinished(done); });
        return done;
    }

    RunEvents m_events;
    LoopTask m_task;
    const nlohmann::json m_taskJson = taskToJson(m_task.task);
    Measurer& m_measurer;
    LoopControl& m_control;
    RunPosition m_position;
    RunClock m_clock{m_control};
    std::optional<LoopControl::Clock::time_point> m_suspended; ///< end of the last call of advance() or finish()
    RunEnd m_end{m_task.options};
    bool m_canContinue = true; ///< false: listeners cannot keep more results
    Proposals m_proposals{m_task, [this](const Sentence& line) { m_events.log(line); }};
    MeasureQueue<PendingTrial> m_pending{m_measurer};
    Scoreboard m_score{m_task.task.autotvmFlops, m_task.task.plainFlops};
    Baseline m_baseline = baselineOf(m_task);
    bool m_isScaleShared = false; ///< the anchor's seconds are those of earlier trials
};

} // namespace

std::unique_ptr<Run> makeRun(LoopTask task, Measurer& measurer, LoopControl& control, std::span<LoopListener* const> listeners,
                             RunPosition position)
{
    return std::make_unique<LoopRun>(std::move(task), measurer, control, listeners, position);
}

Result<std::vector<RunFinished>> tune(std::vector<LoopTask> tasks, Measurer& measurer, LoopControl& control,
                                      std::span<LoopListener* const> listeners)
{
    std::vector<RunFinished> finished;
    for (LoopTask& task : tasks) {
        const RunPosition position{std::ssize(finished) + 1, std::ssize(tasks)};
        auto done = TRY(makeRun(std::move(task), measurer, control, listeners, position)->finish());
        finished.push_back(std::move(done));
        const bool isOver = control.isStopping() || control.isFinishing() || finished.back().reason == "failed";
        if (isOver || !Listeners(listeners).checkCanContinue()) {
            break;
        }
    }
    return finished;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/loop.h"

#include "core/loop/confirm.h"
#include "core/loop/recordedorder.h"
#include "core/loop/runstart.h"
#include "core/loop/scoreboard.h"
#include "core/measure/kernelmessage.h"
#include "core/measure/runningdeadline.h"
#include "core/stats/statistics.h"

#include <algorithm>
#include <deque>

namespace knobscope {

namespace {

constexpr auto pollInterval = std::chrono::milliseconds(50);
constexpr int64_t errorsInARow = 150; // AutoTVM says so in its log from here on

class Run
{
public:
    Run(const LoopTask& task, Measurer& measurer, LoopControl& control, std::span<LoopListener* const> listeners,
        std::vector<std::string> said)
        : m_task(task)
        , m_measurer(measurer)
        , m_control(control)
        , m_listeners(listeners)
        , m_started(control.now())
        , m_options(task.options)
        , m_rule(stopRuleOf(task.options))
        , m_tunerSaid(std::move(said))
        , m_warm(task.warm)
        , m_score(task.task.autotvmFlops, task.task.plainFlops)
        , m_recorded(task.recorded)
    {
        m_taskJson = taskToJson(task.task);
    }

    Result<RunFinished> go(int64_t number, int64_t count)
    {
        if (auto ok = m_measurer.accepts(m_task.task); !ok) {
            return fail(ok);
        }
        if (auto ok = checkSeeds(m_task); !ok) {
            return fail(ok);
        }
        const auto prune = pruneOptionsOf(m_options.prune, m_task.task);
        if (!prune) {
            return fail(prune);
        }
        m_bounds = m_task.bounds ? m_task.bounds : boundsOf(m_task.task, m_measurer);
        m_pruner.emplace(m_bounds, *prune);
        auto tuner = makeTuner(m_task.options.tuner, tunerContext());
        if (!tuner) {
            return fail(tuner);
        }
        m_tuner = std::move(*tuner);
        m_warm.learn(m_tuner->earlierUse());
        const RunStarted event{&m_task.task, m_task.label,       m_options,         number,
                               count,        m_recorded.count(), m_task.resumedRow, addedTrials(m_task)};
        if (auto ready = announce(event, m_listeners); !ready) {
            return fail(ready);
        }
        for (const Trial& trial : m_task.known) {
            m_tuner->observe(trial);
            m_pruner->learn(trial);
        }
        m_measurer.beginRun(m_task.task, baselineOf(m_task, m_listeners));
        m_isStarted = true;
        std::erase(m_tunerSaid, std::string());
        std::for_each(m_tunerSaid.begin(), m_tunerSaid.end(), [this](const std::string& line) { say(line); });
        if (const std::string disturbance = m_measurer.whatDisturbs(); !disturbance.empty()) {
            tell([&](LoopListener& l) { l.warning(disturbance); });
        }
        loop();
        return finish();
    }

private:
    struct Flying {
        int64_t id = 0;
        ConfigEntity entity;
        std::optional<MeasureResult> result;
        TrialOrigin origin = TrialOrigin::Tuner;
        bool restored = false;
        double heardSeconds = 0; ///< see RecordedTrial
        bool isNoTrial = false;  ///< takes its turn: left out as hopeless, or measured already
        std::vector<StageTime> stages;
    };

    template<class F>
    void tell(F&& say)
    {
        for (LoopListener* listener : m_listeners) {
            say(*listener);
        }
    }

    TunerContext tunerContext()
    {
        TunerContext context;
        context.space = &m_task.task.space;
        context.task = &m_task.task;
        context.seed = m_task.options.seed;
        context.parameters = m_task.options.parameters;
        context.history = m_task.history;
        context.cores = m_measurer.freeCores();
        context.bounds = m_bounds;
        context.say = [this](const std::string& line) { m_isStarted ? say(line) : m_tunerSaid.push_back(line); };
        return context;
    }

    double elapsed() const { return std::chrono::duration<double>(m_control.now() - m_started).count() - m_pausedSeconds; }

    void loop()
    {
        const auto window = static_cast<size_t>(std::max(1, m_measurer.capacity()));
        while (true) {
            if (m_control.isStopping() || !waitWhilePaused()) {
                m_reason = "stopped";
                return;
            }
            // What was recorded is played back as it was, whatever the limits are by now.
            if (m_score.done() >= m_recorded.count()) {
                takeRequests();
                judge();
            }
            if (auto may = mayGoOn(m_listeners); !may && m_reason.empty()) {
                m_reason = "stopped";
                m_detail = may.error().message;
            }
            // One proposal whenever the oldest result has gone to the tuner: the same order at any speed.
            if (m_reason.empty() && m_flying.size() < window && launch()) {
                continue;
            }
            if (m_flying.empty()) {
                if (m_reason.empty()) {
                    m_reason = "finished";
                    m_detail = "every config was tried";
                }
                dropAdded();
                return;
            }
            collect();
        }
    }

    bool waitWhilePaused()
    {
        if (!m_control.isPaused()) {
            return true;
        }
        const auto before = m_control.now();
        const bool goesOn = m_control.waitWhilePaused();
        m_pausedSeconds += std::chrono::duration<double>(m_control.now() - before).count();
        return goesOn;
    }

    /// What a person asked for since the last turn.
    void takeRequests()
    {
        if (const auto limits = m_control.takeLimits()) {
            m_options.trials = limits->trials;
            m_options.seconds = limits->seconds;
            m_options.earlyStopping = limits->earlyStopping;
            m_options.targetGflops = limits->targetGflops;
            m_options.targetPercent = limits->targetPercent;
            m_options.peakGflops = limits->peakGflops;
            m_rule = stopRuleOf(m_options);
            say(phrase("The run now ends at: {}", m_rule.text()));
            tell([&](LoopListener& l) { l.limitsChanged(m_options); });
        }
        for (const int64_t index : m_control.takeAdded()) {
            if (const auto entity = m_task.task.space.at(index); entity) {
                m_added.push_back(index);
            } else {
                say(phrase("Config {} is not measured: {}", index, entity.error().message));
            }
        }
    }

    RunStanding standing() const
    {
        return {m_score.done(), m_score.sinceBest(), elapsed(), m_score.bestGflops(), m_score.bestPlainGflops()};
    }

    /// Decides whether nothing more is proposed. Added configs are measured before a limit ends the run.
    void judge()
    {
        if (!m_reason.empty()) {
            return;
        }
        if (m_control.isFinishing()) {
            m_reason = "stopped";
            m_detail = "what was in flight is kept";
            return;
        }
        if (const auto verdict = m_rule.verdict(standing()); verdict && m_added.empty()) {
            m_reason = "finished";
            m_detail = *verdict;
        }
    }

    /// Says which of the added configs the run's end left unmeasured.
    void dropAdded()
    {
        std::ranges::copy(m_control.takeAdded(), std::back_inserter(m_added));
        for (const int64_t index : m_added) {
            say(phrase("Config {} was added too late to be measured in this run", index));
        }
    }

    void say(const Sentence& sentence) { say(sentence.message); }
    void say(const std::string& line)
    {
        tell([&](LoopListener& l) { l.logLine(line); });
    }

    /// Sends the next config off: the recorded order first, then seeds, what was added, and what the tuner proposes.
    bool launch()
    {
        if (const auto next = m_recorded.next(m_launched)) {
            return submit(next->first, next->second, {});
        }
        if (const auto position = static_cast<size_t>(m_launched); position < m_options.seeds.size()) {
            return submit(m_options.seeds[position], TrialOrigin::Seed, {});
        }
        if (m_launched >= m_recorded.count() && !m_added.empty()) {
            const int64_t index = m_added.front();
            m_added.pop_front();
            return submit(index, TrialOrigin::Added, {});
        }
        return propose();
    }

    bool propose()
    {
        const int64_t wanted = std::max(m_rule.trialLimit().value_or(INT64_MAX), m_recorded.count());
        if (m_launched >= wanted) {
            return false;
        }
        const StageClock clock("propose");
        const std::optional<int64_t> next = proposal();
        if (!next && !m_flying.empty()) {
            return false; // it may know more when it has heard of what is on its way
        }
        const bool isHopeless = next && m_pruner->judge(*next) == Pruner::Verdict::Prune;
        if (next && !m_recorded.holds(*next) && (isHopeless || m_recorded.heardOf(*next))) {
            m_flying.emplace_back().entity.index = next;
            m_flying.back().isNoTrial = true;
            return true;
        }
        if (m_recorded.leave(m_launched, next)) {
            say(phrase("Here the tuner goes another way after {} trials; all {} that were recorded are kept", m_launched,
                       m_recorded.count()));
            return launch();
        }
        return next && submit(*next, TrialOrigin::Tuner, {clock.finish()});
    }

    std::optional<int64_t> proposal()
    {
        const std::optional<int64_t> kept = m_recorded.takeProposal();
        const std::vector<int64_t> next = kept || !m_tuner->hasNext() ? std::vector<int64_t>() : m_tuner->propose(1);
        return next.empty() ? kept : std::optional(next.front());
    }

    bool submit(int64_t index, TrialOrigin origin, std::vector<StageTime> stages)
    {
        Flying flying;
        flying.id = m_nextId++;
        flying.origin = origin;
        flying.stages = std::move(stages);
        auto entity = m_task.task.space.at(index);
        if (!entity) {
            flying.entity.index = index;
            flying.result = failedResult(MeasureError::Instantiation, entity.error().message);
        } else {
            flying.entity = std::move(*entity);
            if (const RecordedTrial* const recorded = m_recorded.take(index)) {
                flying.result = recorded->result;
                flying.heardSeconds = recorded->heardSeconds;
                flying.restored = true;
            } else if (auto taken = m_measurer.submit(flying.id, {m_taskJson, flying.entity}); !taken) {
                endEarly(taken.error().message);
                return false;
            }
        }
        m_flying.push_back(std::move(flying));
        ++m_launched;
        return true;
    }

    /// Waits for one result, then passes on all that are next in order.
    void collect()
    {
        if (m_flying.front().isNoTrial) {
            const int64_t index = *m_flying.front().entity.index;
            const RecordedTrial* const heard = m_recorded.heardOf(index);
            const Trial foreseen{index, heard ? heard->heardFlops(m_task.task) : m_pruner->mostFlops(index)};
            m_flying.pop_front();
            m_tuner->update(std::span(&foreseen, 1));
            return;
        }
        if (!m_flying.front().result) {
            takeResult();
        }
        if (m_flying.front().result && m_flying.front().result->isUntried) {
            m_flying.clear(); // the tuner hears in order: what came after it is tried again with it
            return;
        }
        // One at a time: the next proposal comes after each.
        if (m_flying.front().result) {
            Flying first = std::move(m_flying.front());
            m_flying.pop_front();
            deliver(std::move(first));
        }
    }

    void takeResult()
    {
        const auto before = std::chrono::steady_clock::now();
        auto finished = m_measurer.next(pollInterval);
        const auto stopped = stoppedDuring(std::chrono::steady_clock::now() - before, pollInterval);
        m_pausedSeconds += std::chrono::duration<double>(stopped).count();
        if (!finished) {
            return;
        }
        if (finished->second.isUntried) {
            endEarly(finished->second.message);
        }
        for (Flying& flying : m_flying) {
            if (flying.id == finished->first) {
                flying.result = std::move(finished->second);
            }
        }
    }

    /// What is needed to measure is gone: no more is proposed.
    void endEarly(const std::string& why)
    {
        if (m_reason.empty()) {
            m_reason = "failed";
            m_detail = why;
        }
    }

    void deliver(Flying flying)
    {
        const MeasureResult& result = *flying.result;
        const int64_t index = flying.entity.index.value_or(-1);
        const double flops = m_score.count(index, result, flying.restored);
        const double heard = flying.heardSeconds > 0 ? m_task.task.autotvmFlops / flying.heardSeconds : flops;
        const StageClock learning("learn");
        const Trial trial{index, heard, heard > 0 ? relativeError(result.costs) : 0};
        m_pruner->learn(trial);
        m_warm.hear(m_score.done(), index, heard / 1e9);
        if (flying.origin == TrialOrigin::Tuner) {
            m_tuner->update(std::span(&trial, 1));
        } else {
            m_tuner->observe(trial);
        }
        flying.stages.push_back(learning.finish());
        for (StageTime& stage : flying.stages) {
            stage.process = "knobscope";
        }
        flying.stages.insert(flying.stages.end(), result.stages.begin(), result.stages.end());
        if (m_score.errorsInARow() == errorsInARow) {
            say(phrase("{} trials failed in a row; the last: {}: {}", errorsInARow, errorText(result.error), result.message)
                    .message);
        }
        const TrialFinished event{m_score.done(), flying.entity,        result,
                                  flops / 1e9,    m_score.bestGflops(), m_score.best().index,
                                  flying.origin,  flying.restored,      std::move(flying.stages)};
        tell([&](LoopListener& l) { l.trialFinished(event); });
        report();
    }

    void report()
    {
        Progress p;
        p.elapsedSeconds = elapsed();
        m_score.fill(p);
        const int64_t all = std::max<int64_t>(m_task.task.space.validCount().high, p.done);
        p.total = std::min(std::max({m_rule.trialLimit().value_or(all), m_launched, p.done}), all);
        p.secondsLeft = m_rule.secondsLeft(standing(), p.total, p.trialsPerSecond);
        tell([&](LoopListener& l) { l.progress(p); });
    }

    /// Looks once more at the best few: the top of a run may be a fluke of measuring, or wrong.
    void confirm()
    {
        const auto found = confirmBest(m_task.task, m_score.worked(), static_cast<size_t>(m_task.options.confirmTop), m_measurer);
        std::ranges::for_each(found.unchecked, [this](const std::string& why) { say(why); });
        std::ranges::for_each(found.refuted, [this](const Confirmation::Refuted& refuted) { refute(refuted); });
        std::ranges::for_each(found.sentences(), [this](const Sentence& line) { say(line); });
        if (!found.scale.isAsBefore()) {
            m_score.scale(found.scale);
            tell([&](LoopListener& l) { l.scaleCorrected(found.scale); });
        }
        if (found.best) {
            correct(*found.best, found.bestResult);
        }
    }

    void refute(const Confirmation::Refuted& refuted)
    {
        say(phrase("Config {} had measured well, and is no longer counted: {}: {}", refuted.index,
                   errorText(refuted.result.error), refuted.result.message));
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
        tell([&](LoopListener& l) { l.trialCorrected(event); });
    }

    RunFinished finish()
    {
        const double seconds = elapsed();
        if (m_task.options.confirmTop > 1 && !m_score.worked().empty() && m_reason == "finished") {
            confirm();
        }
        RunFinished done;
        done.reason = m_reason;
        done.detail = m_detail;
        m_score.fill(done);
        m_warm.finish(done.bestGflops, done.bestSpeedup);
        done.warm = m_warm;
        done.pruning = m_pruner->count();
        done.seconds = elapsed();
        done.trialsPerSecond = seconds > 0 ? static_cast<double>(m_score.measured()) / seconds : 0;
        tell([&](LoopListener& l) { l.runFinished(done); });
        return done;
    }

    const LoopTask& m_task;
    Measurer& m_measurer;
    LoopControl& m_control;
    std::span<LoopListener* const> m_listeners;
    LoopControl::Clock::time_point m_started;
    nlohmann::json m_taskJson;
    std::shared_ptr<BoundSource> m_bounds;
    std::optional<Pruner> m_pruner;
    std::unique_ptr<Tuner> m_tuner;
    bool m_isStarted = false;
    std::deque<Flying> m_flying;
    RunOptions m_options; ///< with the limits as changed while it goes on
    StopRule m_rule;
    std::vector<std::string> m_tunerSaid; ///< before the run started, by its preparation and its tuner
    WarmStart m_warm;
    Scoreboard m_score;
    RecordedOrder m_recorded;
    std::deque<int64_t> m_added; ///< asked for, not sent off yet
    std::string m_reason;        ///< empty while more is proposed
    std::string m_detail;
    double m_pausedSeconds = 0;
    int64_t m_nextId = 1;
    int64_t m_launched = 0;
};

} // namespace

Result<std::vector<RunFinished>> tune(std::vector<LoopTask> tasks, Measurer& measurer, LoopControl& control,
                                      std::span<LoopListener* const> listeners)
{
    std::vector<RunFinished> finished;
    int64_t number = 0;
    for (LoopTask& task : tasks) {
        std::vector<std::string> said = task.prepare ? task.prepare(task) : std::vector<std::string>();
        Run run(task, measurer, control, listeners, std::move(said));
        auto done = run.go(++number, static_cast<int64_t>(tasks.size()));
        if (!done) {
            return fail(done);
        }
        finished.push_back(std::move(*done));
        const bool isOver = control.isStopping() || control.isFinishing() || finished.back().reason == "failed";
        if (isOver || !mayGoOn(listeners)) {
            break;
        }
    }
    return finished;
}

} // namespace knobscope

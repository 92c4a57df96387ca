// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/loop.h"

#include "core/measure/kernelmessage.h"

#include <algorithm>
#include <deque>
#include <map>

namespace knobscope {

namespace {

constexpr auto pollInterval = std::chrono::milliseconds(50);
constexpr int64_t errorsInARow = 150; // AutoTVM says so in its log from here on

class Run
{
public:
    Run(const LoopTask& task, Measurer& measurer, LoopControl& control, std::span<LoopListener* const> listeners)
        : m_task(task), m_measurer(measurer), m_control(control), m_listeners(listeners), m_started(std::chrono::steady_clock::now())
    {
        for (const RecordedTrial& trial : task.recorded) {
            m_recorded[trial.index].push_back(trial.result);
        }
        m_taskJson = taskToJson(task.task);
    }

    Result<RunFinished> go(int64_t number, int64_t count)
    {
        if (m_task.task.isGpu) {
            return fail(ErrorCode::Unsupported, "{} runs on a GPU, which this version cannot; its space can be explored and edited",
                        m_task.task.name);
        }
        auto tuner = makeTuner(m_task.options.tuner, m_task.task.space, m_task.options.seed, m_task.options.parameters);
        if (!tuner) {
            return fail(tuner);
        }
        m_tuner = std::move(*tuner);
        tell([&](LoopListener& l) {
            l.runStarted({&m_task.task, m_task.label, m_task.options, number, count, static_cast<int64_t>(m_task.recorded.size()),
                          m_task.resumedRow});
        });
        const std::string reason = loop();
        return finish(reason);
    }

private:
    struct Flying {
        int64_t id = 0;
        ConfigEntity entity;
        std::optional<MeasureResult> result;
        bool restored = false;
        std::vector<StageTime> stages;
    };

    template<class F>
    void tell(F&& say)
    {
        for (LoopListener* listener : m_listeners) {
            say(*listener);
        }
    }

    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_started).count(); }

    /// Why it ended.
    std::string loop()
    {
        const auto window = static_cast<size_t>(std::max(1, m_measurer.capacity()));
        while (true) {
            if (m_control.isStopping() || !m_control.waitWhilePaused()) {
                return "stopped";
            }
            if (m_task.options.seconds > 0 && elapsed() >= m_task.options.seconds) {
                m_detail = "its time was used up";
                return "finished";
            }
            if (isPlateau()) {
                m_detail = fmt::format("no better config in {} trials", m_task.options.earlyStopping);
                return "finished";
            }
            // One proposal whenever the oldest result has gone to the tuner: the same order at any speed.
            const bool wantsMore = m_proposed < m_task.options.trials && m_flying.size() < window;
            if (wantsMore && propose()) {
                continue;
            }
            if (m_flying.empty()) {
                m_detail = m_proposed >= m_task.options.trials ? "" : "every config was tried";
                return "finished";
            }
            collect();
        }
    }

    bool isPlateau() const
    {
        return m_task.options.earlyStopping > 0 && m_done >= m_bestTrial + m_task.options.earlyStopping;
    }

    bool propose()
    {
        if (!m_tuner->hasNext()) {
            return false;
        }
        const StageClock clock("propose");
        const std::vector<int64_t> next = m_tuner->propose(1);
        if (next.empty()) {
            return false;
        }
        Flying flying;
        flying.id = m_nextId++;
        flying.stages.push_back(clock.finish());
        auto entity = m_task.task.space.at(next.front());
        if (!entity) {
            MeasureResult refused;
            refused.error = MeasureError::Instantiation;
            refused.message = entity.error().message;
            refused.costs = {1e9};
            flying.entity.index = next.front();
            flying.result = std::move(refused);
        } else {
            flying.entity = std::move(*entity);
            auto recorded = m_recorded.find(next.front());
            if (recorded != m_recorded.end() && !recorded->second.empty()) {
                flying.result = std::move(recorded->second.front());
                flying.restored = true;
                recorded->second.pop_front();
            } else {
                (void)m_measurer.submit(flying.id, {m_taskJson, flying.entity});
            }
        }
        m_flying.push_back(std::move(flying));
        ++m_proposed;
        return true;
    }

    /// Waits for one result, then passes on all that are next in order.
    void collect()
    {
        if (!m_flying.front().result) {
            if (auto finished = m_measurer.next(pollInterval)) {
                for (Flying& flying : m_flying) {
                    if (flying.id == finished->first) {
                        flying.result = std::move(finished->second);
                    }
                }
            }
        }
        // One at a time: the next proposal comes after each.
        if (m_flying.front().result) {
            Flying first = std::move(m_flying.front());
            m_flying.pop_front();
            deliver(std::move(first));
        }
    }

    void deliver(Flying flying)
    {
        MeasureResult& result = *flying.result;
        const bool worked = result.error == MeasureError::None && result.meanCost() > 0;
        const double flops = worked ? m_task.task.autotvmFlops / result.meanCost() : 0;
        const int64_t index = flying.entity.index.value_or(-1);
        m_errorRun = worked ? 0 : m_errorRun + 1;
        m_errors += worked ? 0 : 1;
        if (flops > m_bestFlops) {
            m_bestFlops = flops;
            m_bestIndex = index;
            m_bestTrial = m_done;
        }
        ++m_done;
        if (worked) {
            m_current = flops;
            m_tops.emplace_back(flops, index);
        }
        const StageClock learning("learn");
        const Trial trial{index, flops};
        m_tuner->update(std::span(&trial, 1));
        flying.stages.push_back(learning.finish());
        for (StageTime& stage : flying.stages) {
            stage.process = "knobscope";
        }
        flying.stages.insert(flying.stages.end(), result.stages.begin(), result.stages.end());
        if (m_errorRun == errorsInARow) {
            tell([&](LoopListener& l) {
                l.logLine(fmt::format("{} trials failed in a row; the last: {}: {}", errorsInARow, errorText(result.error), result.message));
            });
        }
        const TrialFinished event{m_done, flying.entity, result, flops / 1e9, m_bestFlops / 1e9, m_bestIndex, flying.restored, std::move(flying.stages)};
        tell([&](LoopListener& l) { l.trialFinished(event); });
        report(flying.restored);
    }

    void report(bool restored)
    {
        m_restored += restored ? 1 : 0;
        Progress p;
        p.done = m_done;
        p.total = std::min<int64_t>(m_task.options.trials, std::max<int64_t>(m_task.task.space.validCount().high, m_done));
        p.currentGflops = m_current / 1e9;
        p.bestGflops = m_bestFlops / 1e9;
        p.elapsedSeconds = elapsed();
        p.errors = m_errors;
        const int64_t measured = m_done - m_restored;
        if (measured > 0 && p.elapsedSeconds > 0) {
            p.trialsPerSecond = static_cast<double>(measured) / p.elapsedSeconds;
            p.secondsLeft = static_cast<double>(p.total - m_done) / p.trialsPerSecond;
            if (m_task.options.seconds > 0) {
                p.secondsLeft = std::min(p.secondsLeft, m_task.options.seconds - p.elapsedSeconds);
            }
        }
        tell([&](LoopListener& l) { l.progress(p); });
    }

    /// Re-times the best few against each other: the top of a run may be a fluke of measuring.
    void confirm()
    {
        std::sort(m_tops.begin(), m_tops.end(), std::greater<>());
        std::vector<int64_t> indexes;
        for (const auto& [flops, index] : m_tops) {
            if (std::find(indexes.begin(), indexes.end(), index) == indexes.end()) {
                indexes.push_back(index);
            }
            if (static_cast<int>(indexes.size()) == m_task.options.confirmTop) {
                break;
            }
        }
        std::vector<MeasureInput> inputs;
        for (const int64_t index : indexes) {
            inputs.push_back({m_taskJson, *m_task.task.space.at(index)});
        }
        const std::vector<MeasureResult> results = m_measurer.compare(inputs);
        size_t best = results.size();
        for (size_t i = 0; i < results.size(); ++i) {
            if (results[i].error == MeasureError::None && (best == results.size() || results[i].meanCost() < results[best].meanCost())) {
                best = i;
            }
        }
        if (best == results.size()) {
            return;
        }
        if (indexes[best] != m_bestIndex) {
            tell([&](LoopListener& l) {
                l.logLine(fmt::format("Timed against each other, config {} is faster than {}, which had measured best", indexes[best], m_bestIndex));
            });
        }
        m_bestIndex = indexes[best];
        m_bestSeconds = results[best].meanCost();
        m_bestFlops = m_task.task.autotvmFlops / m_bestSeconds;
    }

    RunFinished finish(const std::string& reason)
    {
        const double seconds = elapsed();
        m_bestSeconds = m_bestFlops > 0 ? m_task.task.autotvmFlops / m_bestFlops : 0;
        if (m_task.options.confirmTop > 1 && m_tops.size() > 1 && reason == "finished") {
            confirm();
        }
        RunFinished done;
        done.reason = reason;
        done.detail = m_detail;
        done.trials = m_done;
        done.errors = m_errors;
        done.bestGflops = m_bestFlops / 1e9;
        done.bestIndex = m_bestIndex;
        done.bestSeconds = m_bestSeconds;
        done.seconds = elapsed();
        done.trialsPerSecond = seconds > 0 ? static_cast<double>(m_done - m_restored) / seconds : 0;
        tell([&](LoopListener& l) { l.runFinished(done); });
        return done;
    }

    const LoopTask& m_task;
    Measurer& m_measurer;
    LoopControl& m_control;
    std::span<LoopListener* const> m_listeners;
    std::chrono::steady_clock::time_point m_started;
    nlohmann::json m_taskJson;
    std::unique_ptr<Tuner> m_tuner;
    std::map<int64_t, std::deque<MeasureResult>> m_recorded;
    std::deque<Flying> m_flying;
    std::vector<std::pair<double, int64_t>> m_tops;
    std::string m_detail;
    int64_t m_nextId = 1;
    int64_t m_proposed = 0;
    int64_t m_done = 0;
    int64_t m_restored = 0;
    int64_t m_errors = 0;
    int64_t m_errorRun = 0;
    double m_current = 0;
    double m_bestFlops = 0;
    double m_bestSeconds = 0;
    int64_t m_bestIndex = -1;
    int64_t m_bestTrial = 0;
};

} // namespace

LoopListener::~LoopListener() = default;

void LoopControl::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
}

void LoopControl::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
}

void LoopControl::resume()
{
    {
        const std::lock_guard lock(m_mutex);
        m_paused = false;
    }
    m_changed.notify_all();
}

bool LoopControl::waitWhilePaused()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_stop || !m_paused; });
    return !m_stop;
}

nlohmann::json runOptionsToJson(const RunOptions& o)
{
    return {{"tuner", o.tuner}, {"parameters", o.parameters}, {"trials", o.trials}, {"seconds", o.seconds},
            {"early_stopping", o.earlyStopping}, {"seed", std::to_string(o.seed)}, {"confirm_top", o.confirmTop}};
}

RunOptions runOptionsFromJson(const nlohmann::json& json)
{
    RunOptions o;
    o.tuner = json.value("tuner", o.tuner);
    o.parameters = json.value("parameters", o.parameters);
    o.trials = json.value("trials", o.trials);
    o.seconds = json.value("seconds", o.seconds);
    o.earlyStopping = json.value("early_stopping", o.earlyStopping);
    o.seed = std::strtoull(json.value("seed", std::string("0")).c_str(), nullptr, 10);
    o.confirmTop = json.value("confirm_top", o.confirmTop);
    return o;
}

Result<std::vector<RunFinished>> tune(std::vector<LoopTask> tasks, Measurer& measurer, LoopControl& control,
                                      std::span<LoopListener* const> listeners)
{
    std::vector<RunFinished> finished;
    int64_t number = 0;
    for (const LoopTask& task : tasks) {
        auto done = Run(task, measurer, control, listeners).go(++number, static_cast<int64_t>(tasks.size()));
        if (!done) {
            return fail(done);
        }
        finished.push_back(std::move(*done));
        if (control.isStopping()) {
            break;
        }
    }
    return finished;
}

} // namespace knobscope

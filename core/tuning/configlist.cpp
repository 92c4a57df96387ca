// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/configlist.h"

#include "core/timing/inflight.h"
#include "core/tuning/listeners.h"
#include "core/tuning/scoreboard.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr auto kListPollInterval = std::chrono::milliseconds(100);

class ListRun
{
public:
    ListRun(const ConfigList& list, std::vector<ConfigEntity> entities, Measurer& measurer, LoopControl& control,
            std::span<LoopListener* const> listeners)
        : m_list(list)
        , m_entities(std::move(entities))
        , m_measurer(measurer)
        , m_control(control)
        , m_listeners(listeners)
    {
    }

    Result<RunFinished> go()
    {
        RunStarted started{.task = &m_list.task, .label = m_list.label, .run = 1, .machine = m_measurer.machine().cpu};
        started.options.tuner = m_list.name;
        started.options.trials = static_cast<int64_t>(m_entities.size());
        started.options.confirmTop = 0;
        TRY(m_listeners.start(started));
        m_measurer.beginRun(m_list.task, {});
        while (m_done < m_entities.size() && m_control.waitWhilePaused() && m_listeners.checkCanContinue()) {
            auto sent = sendOff();
            const auto finished = sent ? m_pending.next(kListPollInterval) : fail(sent);
            if (!finished) {
                m_end.detail = finished.error();
                break;
            }
            if (*finished) {
                deliver((*finished)->job, *(*finished)->answer);
            }
        }
        m_score.fill(m_end);
        m_end.reason = m_done == m_entities.size() ? "finished" : m_end.detail.empty() ? "stopped" : "failed";
        m_end.seconds = elapsed();
        m_end.trialsPerSecond = m_end.seconds > 0 ? static_cast<double>(m_done) / m_end.seconds : 0;
        m_listeners.notify([&](LoopListener& l) { l.runFinished(m_end); });
        return m_end;
    }

private:
    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_started).count(); }

    Result<void> sendOff()
    {
        for (; m_pending.hasRoom() && m_next < m_entities.size(); ++m_next) {
            TRY(m_pending.submit(m_next, {taskToJson(m_list.task), m_entities[m_next]}));
        }
        return {};
    }

    void deliver(size_t at, const MeasureResult& result)
    {
        ++m_done;
        const double flops = m_score.count(m_list.configs[at], result, false);
        const TrialFinished event{.number = m_score.done(),
                                  .entity = m_entities[at],
                                  .result = result,
                                  .gflops = flops / 1e9,
                                  .bestGflops = m_score.bestGflops(),
                                  .bestIndex = m_score.best().index,
                                  .stages = result.stages};
        m_listeners.notify([&](LoopListener& l) { l.trialFinished(event); });
        Progress progress;
        progress.elapsedSeconds = std::max(1e-9, elapsed());
        m_score.fill(progress);
        progress.total = static_cast<int64_t>(m_entities.size());
        progress.secondsLeft = static_cast<double>(m_entities.size() - m_done) / progress.trialsPerSecond;
        m_listeners.notify([&](LoopListener& l) { l.progress(progress); });
    }

    const ConfigList& m_list;
    std::vector<ConfigEntity> m_entities;
    Measurer& m_measurer;
    LoopControl& m_control;
    Listeners m_listeners;
    const std::chrono::steady_clock::time_point m_started = std::chrono::steady_clock::now();
    Scoreboard m_score{m_list.task.autotvmFlops, m_list.task.plainFlops};
    RunFinished m_end;
    MeasureQueue<size_t> m_pending{m_measurer}; ///< indices in the list
    size_t m_next = 0;
    size_t m_done = 0;
};

} // namespace

Result<RunFinished> measureConfigs(const ConfigList& list, Measurer& measurer, LoopControl& control,
                                   std::span<LoopListener* const> listeners)
{
    TRY(measurer.accepts(list.task));
    if (list.configs.empty()) {
        return fail(ErrorCode::InvalidArgument, "There are no configs to measure");
    }
    std::vector<ConfigEntity> entities;
    for (const int64_t config : list.configs) {
        auto entity = TRY(list.task.space.at(config));
        entities.push_back(std::move(entity));
    }
    return ListRun(list, std::move(entities), measurer, control, listeners).go();
}

} // namespace knobscope

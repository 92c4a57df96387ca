// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/configlist.h"

#include <algorithm>
#include <map>

namespace knobscope {

namespace {

constexpr auto pollInterval = std::chrono::milliseconds(100);

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
        , m_started(std::chrono::steady_clock::now())
    {
    }

    Result<RunFinished> go()
    {
        RunStarted started;
        started.task = &m_list.task;
        started.label = m_list.label;
        started.options.tuner = m_list.name;
        started.options.trials = static_cast<int64_t>(m_entities.size());
        started.options.confirmTop = 0;
        started.run = 1;
        if (auto ready = announce(started, m_listeners); !ready) {
            return fail(ready);
        }
        // The first alone, so that every other is timed against it.
        flyUpTo(1);
        while (m_done < m_entities.size() && m_control.waitWhilePaused()) {
            const auto finished = m_measurer.next(pollInterval);
            if (finished && finished->first >= 0 && static_cast<size_t>(finished->first) < m_entities.size()) {
                --m_flying;
                deliver(static_cast<size_t>(finished->first), finished->second);
            }
            flyUpTo(m_done == 0 ? 1 : static_cast<size_t>(std::max(1, m_measurer.capacity())));
        }
        m_end.reason = m_done == m_entities.size() ? "finished" : "stopped";
        m_end.seconds = elapsed();
        m_end.trialsPerSecond = m_end.seconds > 0 ? static_cast<double>(m_done) / m_end.seconds : 0;
        tell([&](LoopListener& l) { l.runFinished(m_end); });
        return m_end;
    }

private:
    template<class Say>
    void tell(Say&& say)
    {
        for (LoopListener* listener : m_listeners) {
            say(*listener);
        }
    }
    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_started).count(); }

    void flyUpTo(size_t window)
    {
        while (m_flying < window && m_next < m_entities.size()) {
            if (m_measurer.submit(static_cast<int64_t>(m_next), {taskToJson(m_list.task), m_entities[m_next]})) {
                ++m_flying;
            } else {
                MeasureResult refused;
                refused.error = MeasureError::Unknown;
                refused.message = "The measurer took no more configs";
                refused.costs = {1e9};
                deliver(m_next, refused);
            }
            ++m_next;
        }
    }

    void deliver(size_t at, const MeasureResult& result)
    {
        ++m_done;
        const bool worked = result.error == MeasureError::None && result.meanCost() > 0;
        TrialFinished event;
        event.number = static_cast<int64_t>(m_done);
        event.entity = m_entities[at];
        event.result = result;
        event.gflops = worked ? m_list.task.autotvmFlops / result.meanCost() / 1e9 : 0;
        event.stages = result.stages;
        m_end.trials = event.number;
        m_end.errors += worked ? 0 : 1;
        if (event.gflops > m_end.bestGflops) {
            m_end.bestGflops = event.gflops;
            m_end.bestIndex = m_list.configs[at];
            m_end.bestSeconds = result.meanCost();
        }
        event.bestGflops = m_end.bestGflops;
        event.bestIndex = m_end.bestIndex;
        tell([&](LoopListener& l) { l.trialFinished(event); });
        Progress progress;
        progress.done = event.number;
        progress.total = static_cast<int64_t>(m_entities.size());
        progress.currentGflops = event.gflops;
        progress.bestGflops = m_end.bestGflops;
        progress.elapsedSeconds = elapsed();
        progress.errors = m_end.errors;
        progress.trialsPerSecond = static_cast<double>(m_done) / std::max(1e-9, progress.elapsedSeconds);
        progress.secondsLeft = static_cast<double>(m_entities.size() - m_done) / progress.trialsPerSecond;
        tell([&](LoopListener& l) { l.progress(progress); });
    }

    const ConfigList& m_list;
    std::vector<ConfigEntity> m_entities;
    Measurer& m_measurer;
    LoopControl& m_control;
    std::span<LoopListener* const> m_listeners;
    std::chrono::steady_clock::time_point m_started;
    RunFinished m_end;
    size_t m_next = 0;
    size_t m_flying = 0;
    size_t m_done = 0;
};

} // namespace

Result<RunFinished> measureConfigs(const ConfigList& list, Measurer& measurer, LoopControl& control,
                                   std::span<LoopListener* const> listeners)
{
    if (auto ok = measurer.accepts(list.task); !ok) {
        return fail(ok);
    }
    if (list.configs.empty()) {
        return fail(ErrorCode::InvalidArgument, "There is no config to measure");
    }
    std::vector<ConfigEntity> entities;
    for (const int64_t config : list.configs) {
        auto entity = list.task.space.at(config);
        if (!entity) {
            return fail(entity);
        }
        entities.push_back(std::move(*entity));
    }
    return ListRun(list, std::move(entities), measurer, control, listeners).go();
}

} // namespace knobscope

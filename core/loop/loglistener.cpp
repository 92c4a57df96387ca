// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/loglistener.h"

namespace knobscope {

TuningRecord recordOf(TuningRecord pattern, const ConfigEntity& entity, const MeasureResult& result)
{
    pattern.entity = entity;
    pattern.costs = result.costs;
    pattern.errorNo = static_cast<int>(result.error);
    pattern.allCost = result.allCost;
    pattern.timestamp = result.timestamp;
    return pattern;
}

TuningRecord recordOf(const Task& task, const ConfigEntity& entity, const MeasureResult& result)
{
    TuningRecord record;
    record.target = task.target.text;
    record.task = task.name;
    record.args = task.args;
    record.edits = task.edits.empty() ? nlohmann::json() : editsToJson(task.edits);
    return recordOf(std::move(record), entity, result);
}

void LogListener::runStarted(const RunStarted& event)
{
    m_pattern = recordOf(*event.task, {}, {});
}

void LogListener::trialRefuted(const TrialRefuted& event)
{
    append(event.entity, event.result);
}

void LogListener::append(const ConfigEntity& entity, const MeasureResult& result)
{
    if (auto written = m_log.append(recordOf(m_pattern, entity, result)); !written && m_problem.empty()) {
        m_problem = written.error().message;
    }
}

void LogListener::trialFinished(const TrialFinished& event)
{
    if (!event.restored) {
        append(event.entity, event.result);
    }
}

} // namespace knobscope

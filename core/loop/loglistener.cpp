// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/loglistener.h"

namespace knobscope {

TuningRecord recordOf(const Task& task, const ConfigEntity& entity, const MeasureResult& result)
{
    TuningRecord record;
    record.target = task.target.text;
    record.task = task.name;
    record.args = task.args;
    record.edits = task.edits.empty() ? nlohmann::json() : editsToJson(task.edits);
    record.entity = entity;
    record.costs = result.costs;
    record.errorNo = static_cast<int>(result.error);
    record.allCost = result.allCost;
    record.timestamp = result.timestamp;
    return record;
}

void LogListener::runStarted(const RunStarted& event)
{
    m_pattern = recordOf(*event.task, {}, {});
}

void LogListener::trialFinished(const TrialFinished& event)
{
    if (event.restored) {
        return;
    }
    TuningRecord record = m_pattern;
    record.entity = event.entity;
    record.costs = event.result.costs;
    record.errorNo = static_cast<int>(event.result.error);
    record.allCost = event.result.allCost;
    record.timestamp = event.result.timestamp;
    if (auto written = m_log.append(record); !written && m_problem.empty()) {
        m_problem = written.error().message;
    }
}

} // namespace knobscope

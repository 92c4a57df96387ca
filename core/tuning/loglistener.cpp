// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/loglistener.h"

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

Sentence LogListener::problem() const
{
    return joined(m_log.loss(), m_problem);
}

void LogListener::runFinished(const RunFinished&)
{
    remember(m_log.keepName()); // the file may have moved since the last record
}

void LogListener::trialFinished(const TrialFinished& event)
{
    append(event.entity, event.result);
}

void LogListener::trialCorrected(const TrialCorrected& event)
{
    // Readers take the fastest of a config's records, so that a longer time would change nothing.
    if (event.gflops == 0 || event.result.meanCost() < event.formerSeconds) {
        append(event.entity, event.result);
    }
}

void LogListener::append(const ConfigEntity& entity, const MeasureResult& result)
{
    remember(m_log.append(recordOf(m_pattern, entity, result)));
}

void LogListener::remember(const Result<void>& written)
{
    if (!written && m_problem.empty()) {
        m_problem = written.error();
    }
}

} // namespace knobscope

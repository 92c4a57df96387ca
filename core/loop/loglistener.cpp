// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/loglistener.h"

#include "core/text/numbertext.h"

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
    m_lines.clear();
}

std::string LogListener::problem() const
{
    return m_log.loss() + (m_log.loss().empty() || m_problem.empty() ? "" : "; ") + m_problem;
}

void LogListener::runFinished(const RunFinished&)
{
    remember(m_log.keepName()); // since the last record
}

bool LogListener::isOfRun(const TuningRecord& record) const
{
    return record.task == m_pattern.task && record.args == m_pattern.args && record.errorNo == 0;
}

void LogListener::trialFinished(const TrialFinished& event)
{
    if (event.restored) {
        return;
    }
    const auto written = m_log.append(recordOf(m_pattern, event.entity, event.result));
    remember(written);
    if (written && event.gflops > 0) {
        m_lines[event.number] = m_log.lastLine();
    }
}

void LogListener::trialCorrected(const TrialCorrected& event)
{
    const TuningRecord corrected = recordOf(m_pattern, event.entity, event.result);
    const auto line = m_lines.find(event.number);
    const auto written = m_log.correct(line == m_lines.end() ? -1 : line->second, [&](TuningRecord& record) {
        const bool isMeant = isOfRun(record) && record.entity.values == corrected.entity.values;
        record.costs = corrected.costs;
        record.errorNo = corrected.errorNo;
        return isMeant;
    });
    remember(written);
    if (written && !*written) { // an earlier session wrote it
        remember(m_log.append(corrected));
    }
}

void LogListener::scaleCorrected(const ScaleCorrected& event)
{
    for (const auto& [number, line] : m_lines) {
        remember(m_log.correct(line, [&](TuningRecord& record) {
            for (double& seconds : record.costs) {
                seconds = toDigits(seconds * event.factor, correctedDigits);
            }
            return isOfRun(record);
        }));
    }
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/loglistener.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t mostLines = 64;

} // namespace

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

void LogListener::remember(const Result<void>& written)
{
    if (!written && m_problem.empty()) {
        m_problem = written.error().message;
    }
}

void LogListener::trialFinished(const TrialFinished& event)
{
    if (event.restored) {
        return;
    }
    TuningRecord record = recordOf(m_pattern, event.entity, event.result);
    const auto written = m_log.append(record);
    remember(written);
    if (written && event.gflops > 0) {
        m_lines[event.number] = {m_log.lastLine(), std::move(record)};
    }
    if (m_lines.size() > mostLines) {
        m_lines.erase(std::max_element(m_lines.begin(), m_lines.end(), [](const auto& a, const auto& b) {
            return a.second.record.costs.front() < b.second.record.costs.front();
        }));
    }
}

void LogListener::trialCorrected(const TrialCorrected& event)
{
    const auto line = m_lines.find(event.number);
    TuningRecord corrected = recordOf(m_pattern, event.entity, event.result);
    if (line == m_lines.end()) { // an earlier session wrote it
        remember(m_log.append(corrected));
        return;
    }
    const TuningRecord& was = line->second.record;
    corrected.allCost = was.allCost;
    corrected.timestamp = was.timestamp;
    remember(m_log.correct(line->second.place, was, corrected));
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/loglistener.h"

#include "core/space/entity.h"

#include <fmt/ranges.h>

namespace knobscope {

namespace {

/// Key that distinguishes a run's trial from others of its config in runs of the same task.
std::string keyOf(const TuningRecord& record)
{
    return fmt::format("{} {}", entityToJson(record.entity).dump(), fmt::join(record.costs, " "));
}

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
    m_restored.clear();
}

Sentence LogListener::problem() const
{
    return joined(m_log.loss(), m_problem);
}

void LogListener::runFinished(const RunFinished&)
{
    remember(m_log.keepName()); // the file may have moved since the last record
}

bool LogListener::isOfRun(const TuningRecord& record) const
{
    return record.task == m_pattern.task && record.args == m_pattern.args && record.errorNo == 0;
}

void LogListener::trialFinished(const TrialFinished& event)
{
    if (event.restored) {
        if (event.gflops > 0) {
            m_restored[keyOf(recordOf(m_pattern, event.entity, event.result))] = event.number;
        }
        return;
    }
    const auto written = m_log.append(recordOf(m_pattern, event.entity, event.result));
    remember(written);
    if (written && event.gflops > 0) {
        m_lines[event.number] = m_log.lastLine();
    }
}

void LogListener::findRestored()
{
    if (m_restored.empty()) {
        return;
    }
    m_log.visitRecords([this](int64_t line, const TuningRecord& record) {
        if (const auto trial = m_restored.find(isOfRun(record) ? keyOf(record) : std::string()); trial != m_restored.end()) {
            m_lines[trial->second] = line;
        }
    });
    m_restored.clear();
}

void LogListener::trialCorrected(const TrialCorrected& event)
{
    findRestored();
    const auto line = m_lines.find(event.number);
    if (line == m_lines.end()) { // its line is in another log
        return;
    }
    const TuningRecord corrected = recordOf(m_pattern, event.entity, event.result);
    const auto written = m_log.correct(line->second, [&](TuningRecord& record) {
        const bool isMeant = isOfRun(record) && record.entity.values == corrected.entity.values;
        record.costs = corrected.costs;
        record.errorNo = corrected.errorNo;
        return isMeant;
    });
    remember(written);
    if (written && !*written) { // another program has changed the file
        remember(m_log.append(corrected));
    }
}

void LogListener::scaleCorrected(const TrialScale& scale)
{
    findRestored();
    for (const auto& [number, line] : m_lines) {
        remember(m_log.correct(line, [&](TuningRecord& record) {
            bool changes = false;
            for (double& seconds : record.costs) {
                const double was = std::exchange(seconds, scale.seconds(seconds));
                changes = changes || seconds != was;
            }
            return changes && isOfRun(record);
        }));
    }
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/reach.h"

#include "core/base/readjson.h"
#include "core/task/machinelimit.h"
#include "core/task/task.h"

namespace knobscope {

namespace {

// In a longer time, no operator that a template computes is beyond the limit; making its task would take longer than that helps.
constexpr double kSuspectSeconds = 1e-6;

double operationsOf(const TuningRecord& record)
{
    const auto target = parseTarget(record.target);
    const auto task = target ? makeTask(record.task, record.args, *target) : Result<Task>(fail(target));
    return task ? minOperations(*task) : 0;
}

} // namespace

std::optional<Sentence> Reach::whyBeyond(const TuningRecord& record)
{
    const double seconds = record.meanCost();
    if (record.errorNo != 0 || record.isOldFormat() || !(seconds > 0 && seconds < kSuspectSeconds)) {
        return std::nullopt;
    }
    if (auto why = whyUnreachable(0, seconds)) {
        return why;
    }
    const std::string key = record.target + '\n' + record.task + jsonText(record.args);
    auto known = m_operations.find(key);
    if (known == m_operations.end()) {
        known = m_operations.emplace(key, operationsOf(record)).first;
    }
    return whyUnreachable(known->second, seconds);
}

} // namespace knobscope

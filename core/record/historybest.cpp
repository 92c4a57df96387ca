// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/historybest.h"

#include "core/base/readjson.h"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_set>
#include <utility>

namespace knobscope {
namespace {

constexpr std::string_view kUnknownModel = "unknown";
constexpr int kWrongAnswer = 5; // AutoTVM's MeasureErrorNo

/// Key of a table: a model or target key, and a workload. Neither contains '\n'.
std::string tableKey(const std::string& name, const std::string& workload)
{
    return name + '\n' + workload;
}

} // namespace

std::string identityOf(const TuningRecord& record)
{
    return record.target + '\n' + record.task + jsonText(record.args) + jsonText(record.kwargs) + entityText(record.entity);
}

const std::optional<Target>& HistoryBest::targetOf(const std::string& text)
{
    const auto known = m_targets.find(text);
    if (known != m_targets.end()) {
        return known->second;
    }
    auto target = parseTarget(text);
    return m_targets.emplace(text, target ? std::optional(std::move(*target)) : std::nullopt).first->second;
}

bool HistoryBest::add(const TuningRecord& record)
{
    if (!record.isUsable() || record.isOldFormat() || m_reach.whyBeyond(record)) {
        return false;
    }
    const std::optional<Target>& target = targetOf(record.target);
    if (!target) {
        return false;
    }
    const std::string workload = record.task + jsonText(record.args);
    std::shared_ptr<const TuningRecord> kept; // shared by all tables; created only if a table needs it
    const auto enter = [&](Table& table, const std::string& name) {
        auto& best = table[tableKey(name, workload)];
        if (best && record.meanCost() >= best->meanCost()) {
            return;
        }
        if (!kept) {
            kept = std::make_shared<const TuningRecord>(record);
        }
        best = kept;
    };
    for (const std::string& key : target->keys) {
        enter(m_byKey, key);
    }
    if (const std::string model = target->model(); model != kUnknownModel) {
        enter(m_byModel, model);
    }
    return true;
}

size_t HistoryBest::add(std::span<const TuningRecord> records)
{
    std::unordered_set<std::string> wrong;
    for (const TuningRecord& record : records) {
        if (record.errorNo == kWrongAnswer) {
            wrong.insert(identityOf(record));
        }
    }
    return static_cast<size_t>(std::ranges::count_if(records, [&](const TuningRecord& record) {
        return (wrong.empty() || !wrong.contains(identityOf(record))) && add(record);
    }));
}

std::optional<HistoryAnswer> HistoryBest::query(const Target& target, const WorkloadKey& workload) const
{
    const std::string text = workload.task + jsonText(workload.args);
    const auto ask = [&](const Table& table, const std::string& name) -> std::optional<HistoryAnswer> {
        const auto found = table.find(tableKey(name, text));
        if (found == table.end()) {
            return std::nullopt;
        }
        return HistoryAnswer{found->second, name};
    };
    if (const std::string model = target.model(); model != kUnknownModel) {
        if (auto answer = ask(m_byModel, model)) {
            return answer;
        }
    }
    for (const std::string& key : target.keys) {
        if (auto answer = ask(m_byKey, key)) {
            return answer;
        }
    }
    return std::nullopt;
}

std::vector<std::shared_ptr<const TuningRecord>> HistoryBest::bestRecords() const
{
    std::set<std::shared_ptr<const TuningRecord>> records;
    for (const Table* table : {&m_byKey, &m_byModel}) {
        for (const auto& [key, best] : *table) {
            records.insert(best);
        }
    }
    return {records.begin(), records.end()};
}

std::optional<size_t> fastestTemplate(const HistoryBest& history, const Target& target, std::span<const WorkloadKey> candidates)
{
    std::optional<size_t> fastest;
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < candidates.size(); ++i) {
        const auto answer = history.query(target, candidates[i]);
        if (!answer) {
            continue;
        }
        const double cost = answer->record->meanCost();
        if (!fastest || cost < least) {
            fastest = i;
            least = cost;
        }
    }
    return fastest;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/record.h"
#include "core/task/target.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace knobscope {

/// A template with its arguments: AutoTVM's workload, the lookup key of records.
struct WorkloadKey {
    std::string task;
    nlohmann::json args = nlohmann::json::array();
};

/// What a query found.
struct HistoryAnswer {
    std::shared_ptr<const TuningRecord> record;
    std::string matchedBy; ///< the model or target key that led to it: "h200", "cuda"
};

/// The best known config of every workload, by AutoTVM's apply-history-best rules: two tables over usable records, by
/// (target key, workload) and by (model, workload), each keeping the lower mean cost and the earlier record on ties.
/// So a record tuned on another card of the same key answers when the own model has none. For one thread.
class HistoryBest
{
public:
    /// Enters a record. Failed ones, 0.1 records (upgrade them first) and records whose target cannot be read stay out:
    /// then false.
    bool add(const TuningRecord&);
    /// Adds all; how many were entered.
    size_t add(std::span<const TuningRecord>);

    /// Asks by the model, then by each key in the target's order. None: the caller falls back to the template's default.
    std::optional<HistoryAnswer> query(const Target&, const WorkloadKey&) const;

    /// Every record that is the best of some table, each once, in no particular order.
    std::vector<std::shared_ptr<const TuningRecord>> bestRecords() const;

private:
    /// The best by model or key, and workload.
    using Table = std::unordered_map<std::string, std::shared_ptr<const TuningRecord>>;

    const std::optional<Target>& targetOf(const std::string& text);

    Table m_byKey, m_byModel;
    std::unordered_map<std::string, std::optional<Target>> m_targets; ///< parsed once each; logs repeat few texts
};

/// Which of several templates of one operator is to be used: the one whose answer has the lowest mean cost, the first of
/// several. Its position in `candidates`; none when no template has an answer.
std::optional<size_t> fastestTemplate(const HistoryBest&, const Target&, std::span<const WorkloadKey> candidates);

} // namespace knobscope

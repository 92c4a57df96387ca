// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/reach.h"
#include "core/record/record.h"
#include "core/target/target.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace knobscope {

/// AutoTVM's identity of a record: target, task, arguments and config, without the result.
std::string identityOf(const TuningRecord& record);

/// A template with its arguments: AutoTVM's workload, the lookup key of records.
struct WorkloadKey {
    std::string task;
    nlohmann::json args = nlohmann::json::array();
};

/// Result of a query.
struct HistoryAnswer {
    std::shared_ptr<const TuningRecord> record;
    std::string matchedBy; ///< the model or target key that matched: "h200", "cuda"
};

/// The best known config of every workload, by AutoTVM's apply-history-best rules: two tables of usable records, by (target key,
/// workload) and by (model, workload), each keeping the lower mean cost and the earlier record on ties. A record tuned on another
/// card with the same key is used if the own model has none. Not thread-safe.
class HistoryBest
{
public:
    /// Adds a record. Returns false for failed ones, times that no machine can reach (Reach), 0.1 records (upgrade them first)
    /// and records with an unreadable target.
    bool add(const TuningRecord&);
    /// Adds all records, except those of configs for which a record has a wrong answer; returns the number added.
    size_t add(std::span<const TuningRecord>);

    /// Looks up the model, then each key in the target's order. nullopt: use the template's default.
    std::optional<HistoryAnswer> query(const Target&, const WorkloadKey&) const;

    /// Every record that is the best of some table, without duplicates, in no particular order.
    std::vector<std::shared_ptr<const TuningRecord>> bestRecords() const;

private:
    /// Best record by model or key, and workload.
    using Table = std::unordered_map<std::string, std::shared_ptr<const TuningRecord>>;

    const std::optional<Target>& targetOf(const std::string& text);

    Table m_byKey, m_byModel;
    Reach m_reach;
    std::unordered_map<std::string, std::optional<Target>> m_targets; ///< parse cache: logs repeat few texts
};

/// Selects among several templates of one operator the one whose record has the lowest mean cost (the first on ties). Returns its
/// index in `candidates`; nullopt if no template has a record.
std::optional<size_t> fastestTemplate(const HistoryBest&, const Target&, std::span<const WorkloadKey> candidates);

} // namespace knobscope

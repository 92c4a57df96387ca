// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/edit.h"

#include <cstdint>
#include <optional>

namespace knobscope {

/// A condition on one knob, simple enough to be an explanation: a split part or option compared with a number, or a whole value.
struct KnobCondition {
    enum class Relation : uint8_t { AtLeast, AtMost, Equal };
    std::string knob;
    std::optional<int64_t> position; ///< index of the split part (0: outermost); nullopt if the knob is not a split
    int64_t parts = 0;               ///< number of parts of the split
    Relation relation = Relation::Equal;
    std::optional<int64_t> number;   ///< nullopt if `value` is compared as a whole
    nlohmann::json value;            ///< the whole value, as valueToJson writes it

    friend bool operator==(const KnobCondition&, const KnobCondition&) = default;
};
/// The condition as text in the expression language where it has a number: "tile_ow[1] >= 64", "layout = NHWC".
std::string conditionText(const KnobCondition& condition);
/// The condition for people: "tile_ow inner ≥ 28", "layout = NHWC".
Sentence conditionSentence(const KnobCondition& condition);
/// Edit that removes all configs that meet the condition from the space.
SpaceEdit excludingEdit(const KnobCondition& condition);

/// Number of occurrences of each candidate of each knob in a set of trials: counts[knob][digit].
class KnobHistogram
{
public:
    explicit KnobHistogram(const ConfigSpace& space);
    /// Ignores config numbers outside the space.
    void add(int64_t config);
    int64_t total() const { return m_total; }
    const std::vector<std::vector<int64_t>>& counts() const { return m_counts; }

private:
    std::vector<std::vector<int64_t>> m_counts;
    int64_t m_range = 0;
    int64_t m_total = 0;
};

/// How well a condition separates a group of trials from all others.
struct Separation {
    KnobCondition condition;
    int64_t inGroup = 0;     ///< trials of the group that meet the condition
    int64_t group = 0;       ///< size of the group
    int64_t inOthers = 0;    ///< other trials that meet the condition
    int64_t others = 0;      ///< number of other trials
    double groupShare() const { return group > 0 ? static_cast<double>(inGroup) / static_cast<double>(group) : 0; }
    double othersShare() const { return others > 0 ? static_cast<double>(inOthers) / static_cast<double>(others) : 0; }
};

/// Finds the condition with the largest difference between the shares of the group and of all other trials that meet it; among
/// equals the tightest, on the innermost part. Returns nullopt if the difference is insignificant (Fisher's exact test at 1 %,
/// corrected for the number of conditions tried) or below a quarter. `all` includes the group.
std::optional<Separation> bestSeparation(const ConfigSpace& space, const KnobHistogram& group, const KnobHistogram& all);

} // namespace knobscope

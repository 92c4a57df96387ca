// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/edit.h"

#include <cstdint>
#include <optional>

namespace knobscope {

/// A condition on one knob, simple enough to be an explanation: a part of a split or an option compared with a number, or a
/// whole value.
struct KnobCondition {
    enum class Relation : uint8_t { AtLeast, AtMost, Equal };
    std::string knob;
    std::optional<int64_t> position; ///< of a split's part (0: outermost); absent where the knob has one number or none
    int64_t parts = 0;               ///< how many parts the split has
    Relation relation = Relation::Equal;
    std::optional<int64_t> number;   ///< absent where a whole value without numbers is meant
    nlohmann::json value;            ///< that value, as valueToJson writes it

    friend bool operator==(const KnobCondition&, const KnobCondition&) = default;
};
/// "tile_ow[1] >= 64", "layout = NHWC": what the expression language reads where there is a number.
std::string conditionText(const KnobCondition& condition);
/// The edit that takes all configs that meet the condition out of the space.
SpaceEdit excludingEdit(const KnobCondition& condition);

/// How often each candidate of each knob occurs among some trials: counts[knob][digit].
class KnobHistogram
{
public:
    explicit KnobHistogram(const ConfigSpace& space);
    /// Numbers outside of the space are passed over.
    void add(int64_t config);
    int64_t total() const { return m_total; }
    const std::vector<std::vector<int64_t>>& counts() const { return m_counts; }

private:
    std::vector<std::vector<int64_t>> m_counts;
    int64_t m_range = 0;
    int64_t m_total = 0;
};

/// How well a condition tells a group of trials from all others.
struct Separation {
    KnobCondition condition;
    int64_t inGroup = 0;     ///< trials of the group that meet it …
    int64_t group = 0;       ///< … of so many
    int64_t inOthers = 0;    ///< other trials that meet it …
    int64_t others = 0;      ///< … of so many
    double groupShare() const { return group > 0 ? static_cast<double>(inGroup) / static_cast<double>(group) : 0; }
    double othersShare() const { return others > 0 ? static_cast<double>(inOthers) / static_cast<double>(others) : 0; }
};

/// The condition with the largest difference between the share of the group and the share of all others that meet it; of
/// equally good ones the tightest, on the inner part. None where chance explains it as well (Fisher's exact test at 1 %,
/// corrected for the number of conditions tried) or the shares differ by less than a quarter. `all` includes the group.
std::optional<Separation> bestSeparation(const ConfigSpace& space, const KnobHistogram& group, const KnobHistogram& all);

} // namespace knobscope

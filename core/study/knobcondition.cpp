// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/knobcondition.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace knobscope {

namespace {

constexpr double kMinDifference = 0.25;
constexpr double kMaxPValue = 0.01;

double logChoose(int64_t n, int64_t k)
{
    const auto gamma = [](int64_t x) { return std::lgamma(static_cast<double>(x) + 1); };
    return gamma(n) - gamma(k) - gamma(n - k);
}

/// One-sided Fisher's exact test: the probability that at least this many trials of the group meet the condition if group and
/// condition are independent.
double chanceOf(const Separation& s)
{
    const int64_t all = s.group + s.others;
    const int64_t having = s.inGroup + s.inOthers;
    const double total = logChoose(all, s.group);
    double sum = 0;
    for (int64_t k = s.inGroup; k <= std::min(having, s.group); ++k) {
        const double term = std::exp(logChoose(having, k) + logChoose(all - having, s.group - k) - total);
        sum += term;
        if (term < sum * 1e-9) {
            break;
        }
    }
    return sum;
}

struct Count {
    int64_t group = 0;
    int64_t all = 0;
};

/// Evaluates conditions one by one and keeps the best.
class Search
{
public:
    Search(int64_t group, int64_t all)
        : m_group(group)
        , m_others(all - group)
    {
    }

    void tryOne(const KnobCondition& condition, Count having)
    {
        ++m_tried;
        const Separation s{condition, having.group, m_group, having.all - having.group, m_others};
        const double difference = s.groupShare() - s.othersShare();
        if (difference > m_difference + 1e-12) {
            m_difference = difference;
            m_best = s;
        }
    }

    /// Tries all thresholds on a number that each candidate has. Only values in the group can be the tightest thresholds.
    void tryNumbers(const KnobCondition& condition, const std::map<int64_t, Count>& counts)
    {
        using Relation = KnobCondition::Relation;
        const bool isChoice = !condition.position && counts.size() <= 2; // on/off values: thresholds make no sense
        const auto tryThresholds = [&](auto at, const auto& end, Relation relation) {
            for (Count having; at != end && !isChoice; ++at) {
                having = {having.group + at->second.group, having.all + at->second.all};
                tryAt(condition, relation, *at, having);
            }
        };
        tryThresholds(counts.rbegin(), counts.rend(), Relation::AtLeast);
        tryThresholds(counts.begin(), counts.end(), Relation::AtMost);
        for (const auto& at : counts) {
            tryAt(condition, Relation::Equal, at, at.second);
        }
    }

    std::optional<Separation> finish() const
    {
        const bool isKnown =
            m_best && m_difference >= kMinDifference && chanceOf(*m_best) * static_cast<double>(m_tried) <= kMaxPValue;
        return isKnown ? m_best : std::nullopt;
    }

private:
    void tryAt(KnobCondition condition, KnobCondition::Relation relation, const std::pair<const int64_t, Count>& at, Count having)
    {
        if (at.second.group > 0) {
            condition.relation = relation;
            condition.number = at.first;
            tryOne(condition, having);
        }
    }

    int64_t m_group;
    int64_t m_others;
    int64_t m_tried = 0;
    double m_difference = 0;
    std::optional<Separation> m_best;
};

void tryKnob(Search& search, const Knob& knob, const std::vector<int64_t>& group, const std::vector<int64_t>& all)
{
    const auto* split = std::get_if<SplitKnob>(&knob.definition());
    const auto tryPart = [&](std::optional<int64_t> position) {
        std::map<int64_t, Count> counts;
        for (size_t digit = 0; digit < all.size(); ++digit) {
            const auto number = all[digit] > 0 ? numberIn(knob.candidates()[digit], knob.definition(), position) : std::nullopt;
            if (number) {
                counts[*number].group += group[digit];
                counts[*number].all += all[digit];
            }
        }
        search.tryNumbers({knob.name(), position, split ? split->outputs : 0, {}, {}, {}}, counts);
        return !counts.empty();
    };
    if (split) {
        for (int64_t position = split->outputs; position-- > 0;) {
            tryPart(position);
        }
        return;
    }
    if (tryPart(std::nullopt)) {
        return;
    }
    for (size_t digit = 0; digit < all.size(); ++digit) {
        if (group[digit] > 0) {
            search.tryOne({knob.name(), {}, 0, KnobCondition::Relation::Equal, {}, valueToJson(knob.candidates()[digit])},
                          {group[digit], all[digit]});
        }
    }
}

} // namespace

std::string conditionText(const KnobCondition& condition)
{
    constexpr const char* relations[] = {">=", "<=", "=="};
    if (!condition.number) {
        return fmt::format("{} = {}", condition.knob,
                           condition.value.is_string() ? condition.value.get<std::string>() : condition.value.dump());
    }
    const std::string place = condition.position ? fmt::format("[{}]", *condition.position) : std::string();
    return fmt::format("{}{} {} {}", condition.knob, place, relations[static_cast<size_t>(condition.relation)],
                       *condition.number);
}

SpaceEdit excludingEdit(const KnobCondition& condition)
{
    if (!condition.number) {
        return {SpaceEdit::Kind::Remove, condition.knob, condition.value};
    }
    return {SpaceEdit::Kind::Constrain, {}, fmt::format("not ({})", conditionText(condition))};
}

KnobHistogram::KnobHistogram(const ConfigSpace& space)
    : m_range(space.rangeLength())
{
    for (const Knob& knob : space.knobs()) {
        m_counts.emplace_back(static_cast<size_t>(knob.size()));
    }
}

void KnobHistogram::add(int64_t config)
{
    if (config < 0 || config >= m_range) {
        return;
    }
    ++m_total;
    for (auto& counts : m_counts) {
        const auto radix = static_cast<int64_t>(counts.size());
        ++counts[static_cast<size_t>(config % radix)];
        config /= radix;
    }
}

std::optional<Separation> bestSeparation(const ConfigSpace& space, const KnobHistogram& group, const KnobHistogram& all)
{
    if (group.total() == 0 || all.total() <= group.total()) {
        return std::nullopt;
    }
    Search search(group.total(), all.total());
    for (size_t i = 0; i < space.knobs().size(); ++i) {
        tryKnob(search, space.knobs()[i], group.counts()[i], all.counts()[i]);
    }
    return search.finish();
}

} // namespace knobscope

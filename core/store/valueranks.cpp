// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trialquery.h"

#include <algorithm>
#include <tuple>

namespace knobscope {

namespace {

bool less(const KnobValue& a, const KnobValue& b)
{
    if (a.index() != b.index()) {
        return a.index() < b.index();
    }
    if (const auto* split = std::get_if<SplitEntity>(&a)) {
        return split->sizes < std::get<SplitEntity>(b).sizes;
    }
    if (const auto* reorder = std::get_if<ReorderEntity>(&a)) {
        return reorder->order < std::get<ReorderEntity>(b).order;
    }
    if (const auto* annotate = std::get_if<AnnotateEntity>(&a)) {
        const auto& other = std::get<AnnotateEntity>(b);
        return std::tie(annotate->words, annotate->anchors) < std::tie(other.words, other.anchors);
    }
    const OtherValue& left = std::get<OtherEntity>(a).value;
    const OtherValue& right = std::get<OtherEntity>(b).value;
    const auto x = numericValue(left);
    const auto y = numericValue(right);
    if (x && y) {
        return *x < *y;
    }
    return x || y ? x.has_value() : std::get<std::string>(left) < std::get<std::string>(right);
}

} // namespace

std::vector<std::vector<int64_t>> valueRanks(std::span<const Knob* const> knobs)
{
    struct Place {
        const KnobValue* value;
        size_t knob;
        size_t digit;
    };
    std::vector<Place> places;
    std::vector<std::vector<int64_t>> ranks;
    for (size_t k = 0; k < knobs.size(); ++k) {
        ranks.emplace_back(static_cast<size_t>(knobs[k]->size()));
        for (size_t digit = 0; digit < ranks[k].size(); ++digit) {
            places.push_back({&knobs[k]->candidates()[digit], k, digit});
        }
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return less(*a.value, *b.value); });
    int64_t rank = 0;
    for (size_t i = 0; i < places.size(); ++i) {
        rank += i > 0 && less(*places[i - 1].value, *places[i].value) ? 1 : 0;
        ranks[places[i].knob][places[i].digit] = rank;
    }
    return ranks;
}

} // namespace knobscope

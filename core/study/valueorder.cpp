// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/valueorder.h"

#include <algorithm>
#include <numeric>

namespace knobscope {

namespace {

/// Sort key; values of one knob are of one kind, except for hand-edited ones.
std::vector<double> keyOf(const KnobValue& value)
{
    if (const auto* split = std::get_if<SplitEntity>(&value); split && split->sizes.size() > 1) {
        return {split->sizes.rbegin(), split->sizes.rend() - 1}; // the outermost size follows from the others
    }
    if (const auto* other = std::get_if<OtherEntity>(&value)) {
        if (const auto number = numericValue(other->value)) {
            return {*number};
        }
    }
    return {};
}

} // namespace

std::vector<int32_t> valueOrder(const Knob& knob)
{
    std::vector<std::vector<double>> keys;
    for (const KnobValue& value : knob.candidates()) {
        keys.push_back(keyOf(value));
    }
    std::vector<int32_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int32_t a, int32_t b) { return keys[static_cast<size_t>(a)] < keys[static_cast<size_t>(b)]; });
    return order;
}

std::vector<int32_t> valuePlaces(const Knob& knob)
{
    const std::vector<int32_t> order = valueOrder(knob);
    std::vector<int32_t> places(order.size());
    for (size_t place = 0; place < order.size(); ++place) {
        places[static_cast<size_t>(order[place])] = static_cast<int32_t>(place);
    }
    return places;
}

} // namespace knobscope

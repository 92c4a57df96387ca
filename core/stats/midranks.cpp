// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/midranks.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace knobscope {

std::vector<int> doubledMidranks(std::span<const double> values)
{
    std::vector<size_t> order(values.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
    std::vector<int> ranks(values.size());
    for (size_t from = 0; from < order.size();) {
        size_t to = from + 1;
        while (to < order.size() && values[order[to]] == values[order[from]]) {
            ++to;
        }
        for (size_t i = from; i < to; ++i) {
            ranks[order[i]] = static_cast<int>(from + to + 1);
        }
        from = to;
    }
    return ranks;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/memoryplan.h"

#include <algorithm>
#include <numeric>

namespace knobscope {
namespace {

int64_t mostAlive(std::span<const Lifetime> lifetimes)
{
    int steps = 0;
    for (const Lifetime& one : lifetimes) {
        steps = std::max(steps, one.last + 1);
    }
    std::vector<int64_t> change(static_cast<size_t>(steps) + 1, 0);
    for (const Lifetime& one : lifetimes) {
        change[static_cast<size_t>(one.first)] += alignedBytes(one.bytes);
        change[static_cast<size_t>(one.last) + 1] -= alignedBytes(one.bytes);
    }
    int64_t most = 0;
    int64_t alive = 0;
    for (const int64_t difference : change) {
        alive += difference;
        most = std::max(most, alive);
    }
    return most;
}

} // namespace

MemoryPlan planMemory(std::span<const Lifetime> lifetimes)
{
    MemoryPlan plan;
    plan.offsets.assign(lifetimes.size(), 0);
    plan.leastBytes = mostAlive(lifetimes);
    std::vector<size_t> order(lifetimes.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return lifetimes[a].bytes > lifetimes[b].bytes; });
    std::vector<size_t> placed; // by offset
    for (const size_t one : order) {
        const Lifetime& life = lifetimes[one];
        int64_t offset = 0;
        for (const size_t other : placed) {
            const bool meet = lifetimes[other].first <= life.last && life.first <= lifetimes[other].last;
            if (meet && plan.offsets[other] < offset + alignedBytes(life.bytes)) {
                offset = std::max(offset, plan.offsets[other] + alignedBytes(lifetimes[other].bytes));
            }
        }
        plan.offsets[one] = offset;
        plan.bytes = std::max(plan.bytes, offset + alignedBytes(life.bytes));
        placed.insert(std::upper_bound(placed.begin(), placed.end(), one,
                                       [&](size_t a, size_t b) { return plan.offsets[a] < plan.offsets[b]; }),
                      one);
    }
    return plan;
}

} // namespace knobscope

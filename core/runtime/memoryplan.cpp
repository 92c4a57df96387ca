// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/memoryplan.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace knobscope {
namespace {

/// Limit of steps and neighbours visited. With hundreds of thousands of values alive at once, planning would take minutes: the
/// remaining values, the smallest ones, get separate memory.
constexpr int64_t kMostLooks = 50'000'000;

int64_t maxBytesAlive(std::span<const Lifetime> lifetimes)
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

/// Placed lifetimes, searchable by overlap: a segment tree over the steps. Each node holds the lifetimes that cover its range
/// (and are not in a parent), so a lifetime is in log n nodes.
class PlacedLives
{
public:
    PlacedLives(std::span<const Lifetime> lifetimes, int steps)
        : m_lifetimes(lifetimes)
        , m_leaves(std::bit_ceil(static_cast<size_t>(std::max(1, steps))))
        , m_through(2 * m_leaves)
        , m_begun(m_leaves)
    {
    }

    void add(size_t one)
    {
        const auto [bytes, first, last] = m_lifetimes[one];
        size_t low = static_cast<size_t>(first) + m_leaves;
        size_t high = static_cast<size_t>(last) + 1 + m_leaves;
        for (; low < high; low /= 2, high /= 2) {
            if (low % 2 == 1) {
                m_through[low++].push_back(one);
            }
            if (high % 2 == 1) {
                m_through[--high].push_back(one);
            }
        }
        m_begun[static_cast<size_t>(first)].push_back(one);
    }

    /// Lifetimes that are alive at the first step of `life` or begin during it.
    std::vector<size_t> during(const Lifetime& life) const
    {
        std::vector<size_t> found;
        for (size_t node = static_cast<size_t>(life.first) + m_leaves; node > 0; node /= 2) {
            found.insert(found.end(), m_through[node].begin(), m_through[node].end());
        }
        for (auto step = static_cast<size_t>(life.first) + 1; step <= static_cast<size_t>(life.last); ++step) {
            found.insert(found.end(), m_begun[step].begin(), m_begun[step].end());
        }
        return found;
    }

private:
    std::span<const Lifetime> m_lifetimes;
    size_t m_leaves;
    std::vector<std::vector<size_t>> m_through;
    std::vector<std::vector<size_t>> m_begun; ///< by step
};

} // namespace

MemoryPlan planMemory(std::span<const Lifetime> lifetimes)
{
    MemoryPlan plan;
    plan.offsets.assign(lifetimes.size(), 0);
    plan.leastBytes = maxBytesAlive(lifetimes);
    std::vector<size_t> order(lifetimes.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return lifetimes[a].bytes > lifetimes[b].bytes; });
    int steps = 0;
    for (const Lifetime& one : lifetimes) {
        steps = std::max(steps, one.last + 1);
    }
    PlacedLives placed(lifetimes, steps);
    int64_t looks = 0;
    for (const size_t one : order) {
        const Lifetime& life = lifetimes[one];
        looks += life.last - life.first;
        if (looks > kMostLooks) {
            plan.offsets[one] = plan.bytes;
            plan.bytes += alignedBytes(life.bytes);
            continue;
        }
        std::vector<size_t> others = placed.during(life);
        looks += std::ssize(others);
        std::ranges::sort(others, {}, [&](size_t other) { return plan.offsets[other]; });
        int64_t offset = 0;
        for (const size_t other : others) {
            if (plan.offsets[other] < offset + alignedBytes(life.bytes)) {
                offset = std::max(offset, plan.offsets[other] + alignedBytes(lifetimes[other].bytes));
            }
        }
        plan.offsets[one] = offset;
        plan.bytes = std::max(plan.bytes, offset + alignedBytes(life.bytes));
        placed.add(one);
    }
    return plan;
}

} // namespace knobscope

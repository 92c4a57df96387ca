// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace knobscope {

/// Bytes up to the next multiple of 64: what kernels take begins there.
constexpr int64_t alignedBytes(int64_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/// Memory that is needed from the step that first writes it to the last one that reads it, both included.
struct Lifetime {
    int64_t bytes = 0;
    int first = 0;
    int last = 0;
};

/// Where each lies in one block of memory: what is alive at the same time does not overlap.
struct MemoryPlan {
    std::vector<int64_t> offsets; ///< multiples of 64
    int64_t bytes = 0;            ///< of the block
    int64_t leastBytes = 0;       ///< the most that is alive at any step: no plan can do with less
};

/// Largest first, each in the lowest gap that is free over its life (greedy by size: Pisarchyk and Lee, Efficient Memory
/// Management for Deep Neural Net Inference, 2020). Takes seconds at most: the smallest of too many get memory of their own.
MemoryPlan planMemory(std::span<const Lifetime> lifetimes);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace knobscope {

/// Rounds up to a multiple of 64 bytes, the alignment of kernel arguments.
constexpr int64_t alignedBytes(int64_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

/// Memory in use from the step that first writes it to the last step that reads it, both included.
struct Lifetime {
    int64_t bytes = 0;
    int first = 0;
    int last = 0;
};

/// Offset of each lifetime in one block of memory: lifetimes that overlap in time do not overlap in memory.
struct MemoryPlan {
    std::vector<int64_t> offsets; ///< multiples of 64
    int64_t bytes = 0;            ///< size of the block
    int64_t leastBytes = 0;       ///< largest sum of bytes alive at any step, a lower bound for all plans
};

/// Places the largest first, each in the lowest gap that is free during its life (greedy by size: Pisarchyk and Lee, Efficient
/// Memory Management for Deep Neural Net Inference, 2020). Takes at most seconds: the smallest of too many get separate memory.
MemoryPlan planMemory(std::span<const Lifetime> lifetimes);

} // namespace knobscope

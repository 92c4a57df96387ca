// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/configspace.h"

#include <cstdint>
#include <optional>
#include <random>
#include <unordered_map>
#include <unordered_set>

namespace knobscope {

/// The same numbers with every standard library, whose own distributions differ.
class RandomNumbers
{
public:
    explicit RandomNumbers(uint64_t seed)
        : m_engine(seed)
    {
    }
    /// Uniform in [0, n).
    int64_t below(int64_t n);
    /// Uniform in [0, 1).
    double unit();

private:
    std::mt19937_64 m_engine;
};

/// The numbers 0 … n-1 in random order, each once, whatever n: a Fisher-Yates shuffle that keeps only what it has moved.
class ShuffledRange
{
public:
    ShuffledRange(int64_t n, uint64_t seed)
        : m_left(n)
        , m_random(seed)
    {
    }
    /// The next number; nullopt when all are drawn.
    std::optional<int64_t> next();
    /// The next that is a valid config of the space and none of these.
    std::optional<int64_t> nextConfig(const ConfigSpace& space, const std::unordered_set<int64_t>& known);

private:
    int64_t m_left;
    RandomNumbers m_random;
    std::unordered_map<int64_t, int64_t> m_moved;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/validpoints.h"

#include <cstdint>
#include <optional>
#include <random>
#include <unordered_map>
#include <unordered_set>

namespace knobscope {

/// Random numbers that are equal with every standard library; std's distributions differ between libraries.
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

/// The numbers 0 … n-1 in random order, each once, for any n: a Fisher-Yates shuffle that stores only moved entries.
class ShuffledRange
{
public:
    ShuffledRange(int64_t n, uint64_t seed)
        : m_left(n)
        , m_random(seed)
    {
    }
    /// Returns the next number; nullopt if all are drawn.
    std::optional<int64_t> next();
    /// Returns the next valid config that is not in `known`. If valid configs are very rare, lists them and draws from the list
    /// (ValidPoints) to avoid scanning a range of billions; if they cannot be listed, gives up after a million consecutive
    /// failed draws. Once used, do not call next() any more.
    std::optional<int64_t> nextConfig(const ConfigSpace& space, const std::unordered_set<int64_t>& known);

private:
    std::optional<int64_t> nextListed(const ConfigSpace& space, const std::unordered_set<int64_t>& known);

    int64_t m_left; ///< numbers left to draw; if listing is impossible, failed draws left
    RandomNumbers m_random;
    std::unordered_map<int64_t, int64_t> m_moved;
    std::unordered_set<int64_t> m_given; ///< valid configs already drawn
    int64_t m_invalid = 0; ///< invalid numbers drawn
    bool m_isSparse = false; ///< valid configs are rare: lists them, or draws without shuffling
    std::optional<ValidPoints> m_valid;
};

} // namespace knobscope

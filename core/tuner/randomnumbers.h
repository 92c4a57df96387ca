// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/validpoints.h"

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
    /// The next that is a valid config of the space and none of these. Where so many numbers were invalid that hardly any is
    /// valid, those that are valid are listed and drawn from (ValidPoints), so that it does not go through a range of billions;
    /// where they cannot be listed, a million vain draws end it. Nothing but this draws from then on.
    std::optional<int64_t> nextConfig(const ConfigSpace& space, const std::unordered_set<int64_t>& known);

private:
    std::optional<int64_t> nextListed(const ConfigSpace& space, const std::unordered_set<int64_t>& known);

    int64_t m_left; ///< numbers to draw; where valid ones cannot be listed, vain draws until the end
    RandomNumbers m_random;
    std::unordered_map<int64_t, int64_t> m_moved;
    std::unordered_set<int64_t> m_given; ///< valid configs that were drawn
    int64_t m_invalid = 0; ///< numbers that were drawn and are none
    bool m_isScarce = false; ///< … so many that others are drawn in another way
    std::optional<ValidPoints> m_valid;
};

} // namespace knobscope

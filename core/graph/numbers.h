// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace knobscope {

/// Converts a number to another type: rounds toward zero, saturates at the limits, and maps NaN to 0.
template<class To, class From>
To castNumber(From value)
{
    if constexpr (std::is_same_v<To, bool>) {
        return value != From{};
    } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        if (std::isnan(value)) {
            return 0;
        }
        const auto low = static_cast<From>(std::numeric_limits<To>::lowest());
        const auto high = static_cast<From>(std::numeric_limits<To>::max()); // may round up to one more than fits
        return value <= low  ? std::numeric_limits<To>::lowest()
             : value >= high ? std::numeric_limits<To>::max()
                             : static_cast<To>(value);
    } else {
        return static_cast<To>(value);
    }
}

/// Type for sums and products of T; integers wrap around, as in other implementations.
template<class T>
using Wrapping = std::conditional_t<std::is_floating_point_v<T>, T, uint64_t>;

/// Type for sums of any length: floating-point numbers are summed in double to keep precision.
template<class T>
using Accumulator = std::conditional_t<std::is_floating_point_v<T>, double, uint64_t>;

/// Several sums of products at once. Adds up blocks of a few terms in T, which is fast, and the blocks in double, so that long
/// sums are about as exact as short ones.
template<class T>
class BlockedSums
{
public:
    /// `first` holds the initial value of each sum.
    explicit BlockedSums(std::span<const T> first)
        : m_part(first.size(), T{})
        , m_whole(first.begin(), first.end())
    {
    }
    /// Returns where to add the next term of each sum.
    std::span<T> next()
    {
        if (++m_terms == kTerms) {
            flush();
        }
        return m_part;
    }
    void write(std::span<T> to)
    {
        flush();
        for (size_t i = 0; i < to.size(); ++i) {
            to[i] = static_cast<T>(m_whole[i]);
        }
    }

private:
    static constexpr int kTerms = 32;
    void flush()
    {
        for (size_t i = 0; i < m_part.size(); ++i) {
            m_whole[i] += static_cast<double>(m_part[i]);
            m_part[i] = T{};
        }
        m_terms = 0;
    }
    std::vector<T> m_part;
    std::vector<double> m_whole;
    int m_terms = 0;
};

/// Orders a before b with NaN as the largest value, so that a maximum propagates NaN. Plain < for bool and integers.
template<class T>
bool isBelowOrNan(T a, T b)
{
    return a < b || (b != b && a == a);
}

/// Orders a before b with NaN as the smallest value, for a minimum.
template<class T>
bool isNanOrBelow(T a, T b)
{
    return a < b || (a != a && b == b);
}

} // namespace knobscope

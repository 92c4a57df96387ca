// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace knobscope {

/// A number as another type: toward zero, to the nearest end of the range where it does not fit, 0 for what is no number.
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
        const auto high = static_cast<From>(std::numeric_limits<To>::max()); // may round to one more than fits
        return value <= low  ? std::numeric_limits<To>::lowest()
             : value >= high ? std::numeric_limits<To>::max()
                             : static_cast<To>(value);
    } else {
        return static_cast<To>(value);
    }
}

/// What sums and products of a type are gathered in: integers wrap around as they do in other programs.
template<class T>
using Wrapping = std::conditional_t<std::is_floating_point_v<T>, T, uint64_t>;

/// The same for sums of any length: reals in double, so that they lose no digits.
template<class T>
using Accumulator = std::conditional_t<std::is_floating_point_v<T>, double, uint64_t>;

/// Sums of products, many side by side: added up in their own type, which is fast, for a few terms, and those parts in double,
/// so that long sums are about as exact as short ones.
template<class T>
class BlockedSums
{
public:
    /// `first`: what each sum starts from.
    explicit BlockedSums(std::span<const T> first)
        : m_part(first.size(), T{})
        , m_whole(first.begin(), first.end())
    {
    }
    /// Where the next term of each sum is to be added.
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

/// Whether a comes before b in an order from small to large in which NaN is largest, as for a maximum: it stays NaN. Of bool and
/// integers the plain order.
template<class T>
bool isBelowOrNan(T a, T b)
{
    return a < b || (b != b && a == a);
}

/// The same with NaN smallest, as for a minimum.
template<class T>
bool isNanOrBelow(T a, T b)
{
    return a < b || (a != a && b == b);
}

} // namespace knobscope

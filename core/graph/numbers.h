// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

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

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace knobscope {

/// A member of a JSON object; null if it is missing or `object` is not an object.
inline const nlohmann::json* memberOf(const nlohmann::json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

/// A member of a JSON object, or `fallback` if it is missing, of another type or too large for T, or if `object` is not an
/// object. Never throws, for untrusted input. Integers must be integers in JSON, too.
template<class T>
T memberOr(const nlohmann::json& object, const char* key, T fallback)
{
    const nlohmann::json* found = memberOf(object, key);
    if (!found) {
        return fallback;
    }
    if constexpr (std::is_same_v<T, bool>) {
        return found->is_boolean() ? found->template get<bool>() : fallback;
    } else if constexpr (std::is_integral_v<T>) {
        if (found->is_number_unsigned()) {
            const auto number = found->template get<uint64_t>();
            return std::in_range<T>(number) ? static_cast<T>(number) : fallback;
        }
        const auto number = found->is_number_integer() ? found->template get<int64_t>() : 0;
        return found->is_number_integer() && std::in_range<T>(number) ? static_cast<T>(number) : fallback;
    } else if constexpr (std::is_floating_point_v<T>) {
        return found->is_number() ? found->template get<T>() : fallback;
    } else if constexpr (std::is_same_v<T, nlohmann::json>) {
        return *found;
    } else {
        try {
            return found->template get<T>();
        } catch (const nlohmann::json::exception&) {
            return fallback;
        }
    }
}

} // namespace knobscope

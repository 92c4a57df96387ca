// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
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

template<class T>
inline constexpr bool isOptional = false;
template<class T>
inline constexpr bool isOptional<std::optional<T>> = true;

/// A JSON value, or `fallback` if it is of another type or too large for T. Never throws, for untrusted input. Integers must be
/// integers in JSON, too.
template<class T>
T valueOr(const nlohmann::json& json, T fallback)
{
    if constexpr (std::is_same_v<T, bool>) {
        return json.is_boolean() ? json.get<bool>() : fallback;
    } else if constexpr (std::is_integral_v<T>) {
        if (json.is_number_unsigned()) {
            const auto number = json.get<uint64_t>();
            return std::in_range<T>(number) ? static_cast<T>(number) : fallback;
        }
        const auto number = json.is_number_integer() ? json.get<int64_t>() : 0;
        return json.is_number_integer() && std::in_range<T>(number) ? static_cast<T>(number) : fallback;
    } else if constexpr (std::is_floating_point_v<T>) {
        return json.is_number() ? json.get<T>() : fallback;
    } else if constexpr (std::is_same_v<T, nlohmann::json>) {
        return json;
    } else {
        try {
            if constexpr (isOptional<T>) {
                return json.get<typename T::value_type>();
            } else {
                return json.get<T>();
            }
        } catch (const nlohmann::json::exception&) {
            return fallback;
        }
    }
}

/// Same for a member of a JSON object; `fallback` if it is missing or `object` is not an object.
template<class T>
T memberOr(const nlohmann::json& object, const char* key, T fallback)
{
    const nlohmann::json* found = memberOf(object, key);
    return found ? valueOr(*found, std::move(fallback)) : fallback;
}

} // namespace knobscope

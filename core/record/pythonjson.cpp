// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/pythonjson.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace knobscope {
namespace {

std::string pythonString(const nlohmann::json& text)
{
    return text.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

/// Lays out `digits` with the decimal point after the first `point` of them (point may be negative or beyond the end).
std::string fixedLayout(const std::string& digits, int point)
{
    const int count = static_cast<int>(digits.size());
    if (point <= 0)
        return "0." + std::string(static_cast<size_t>(-point), '0') + digits;
    if (point >= count)
        return digits + std::string(static_cast<size_t>(point - count), '0') + ".0";
    return digits.substr(0, static_cast<size_t>(point)) + "." + digits.substr(static_cast<size_t>(point));
}

} // namespace

std::string pythonFloat(double value)
{
    if (std::isnan(value))
        return "NaN";
    const std::string sign = std::signbit(value) ? "-" : "";
    if (std::isinf(value))
        return sign + "Infinity";

    std::array<char, 40> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::scientific).ptr;
    const std::string_view text(buffer.data(), static_cast<size_t>(end - buffer.data()));
    const size_t e = text.find('e');
    std::string digits(text.substr(0, 1));
    if (e > 2)
        digits += text.substr(2, e - 2);
    int exponent = 0;
    const char* first = buffer.data() + e + (text[e + 1] == '+' ? 2 : 1); // from_chars takes no plus sign
    std::from_chars(first, end, exponent);

    // CPython's float repr: plain from 1e-4 up to 1e16, exponents beyond.
    const int point = exponent + 1;
    if (point > -4 && point <= 16)
        return sign + fixedLayout(digits, point);
    const std::string fraction = digits.size() > 1 ? "." + digits.substr(1) : "";
    return fmt::format("{}{}{}e{}{:02}", sign, digits[0], fraction, exponent < 0 ? '-' : '+', std::abs(exponent));
}

std::string pythonJson(const nlohmann::json& json)
{
    std::string text;
    auto separate = [&text, first = true]() mutable {
        if (!first)
            text += ", ";
        first = false;
    };
    if (json.is_array()) {
        for (const nlohmann::json& item : json) {
            separate();
            text += pythonJson(item);
        }
        return "[" + text + "]";
    }
    if (json.is_object()) {
        for (const auto& [name, item] : json.items()) {
            separate();
            text += pythonString(name) + ": " + pythonJson(item);
        }
        return "{" + text + "}";
    }
    if (json.is_number_float())
        return pythonFloat(json.get<double>());
    return pythonString(json);
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/pythonjson.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace knobscope {
namespace {

std::string pythonString(const nlohmann::json& text)
{
    return text.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

} // namespace

std::string pythonFloat(double value)
{
    if (std::isnan(value)) {
        return "NaN";
    }
    if (std::isinf(value)) {
        return value < 0 ? "-Infinity" : "Infinity";
    }
    // fmt chooses digits and exponent like CPython's repr, but omits ".0".
    std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string pythonJson(const nlohmann::json& json)
{
    std::string text;
    auto separate = [&text, first = true]() mutable {
        if (!first) {
            text += ", ";
        }
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
    if (json.is_number_float()) {
        return pythonFloat(json.get<double>());
    }
    return pythonString(json);
}

} // namespace knobscope

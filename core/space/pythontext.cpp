// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/pythontext.h"

#include <fmt/ranges.h>

namespace knobscope::python {

std::string list(const std::vector<int64_t>& values)
{
    return fmt::format("[{}]", fmt::join(values, ", "));
}

std::string tuple(const std::vector<int64_t>& values)
{
    return values.size() == 1 ? fmt::format("({},)", values[0]) : fmt::format("({})", fmt::join(values, ", "));
}

std::string list(const std::vector<std::string>& words)
{
    std::vector<std::string> quoted;
    for (const std::string& word : words) {
        quoted.push_back("'" + word + "'");
    }
    return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string bare(const OtherValue& value)
{
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? "True" : "False";
    }
    if (const auto* number = std::get_if<int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* number = std::get_if<double>(&value)) {
        const std::string digits = fmt::format("{}", *number);
        return digits.find_first_of(".en") == std::string::npos ? digits + ".0" : digits;
    }
    return std::get<std::string>(value);
}

} // namespace knobscope::python

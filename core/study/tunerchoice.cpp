// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/tunerchoice.h"

#include "core/base/readjson.h"
#include "core/base/strings.h"

namespace knobscope {

namespace {

Result<TunerChoice> readChoice(const std::string& text)
{
    const std::vector<std::string> parts = splitText(text, ':');
    TunerChoice choice{text, parts[0], nlohmann::json::object()};
    if (choice.name.empty()) {
        return fail(ErrorCode::InvalidArgument, "A tuner is NAME or NAME:PARAMETER=VALUE:…, not '{}'", text);
    }
    for (size_t i = 1; i < parts.size(); ++i) {
        const size_t equals = parts[i].find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == parts[i].size()) {
            return fail(ErrorCode::InvalidArgument, "In the tuner '{}', '{}' is not PARAMETER=VALUE", text, parts[i]);
        }
        const std::string name = parts[i].substr(0, equals);
        if (choice.parameters.contains(name)) {
            return fail(ErrorCode::InvalidArgument, "In the tuner '{}', {} is given twice", text, name);
        }
        const std::string value = parts[i].substr(equals + 1);
        const auto number = jsonOrNull(value);
        choice.parameters[name] = number.is_number() ? number : nlohmann::json(value);
    }
    return choice;
}

} // namespace

Result<std::vector<TunerChoice>> parseTunerChoices(std::string_view text)
{
    std::vector<TunerChoice> choices;
    for (const std::string& part : splitText(text, ',')) {
        auto choice = TRY(readChoice(part));
        choices.push_back(std::move(choice));
    }
    return choices;
}

} // namespace knobscope

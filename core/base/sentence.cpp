// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"

#include "core/base/plural.h"

#include <charconv>

namespace knobscope {

Sentence makeSentence(std::string_view pattern, const Sentence* const* nested, fmt::format_args arguments)
{
    if (pattern == "{}" && nested[0]) {
        return *nested[0];
    }
    std::vector<Sentence> parts;
    int next = 0;
    walkPattern(
        pattern, [](std::string_view) {},
        [&](std::string_view place) {
            int number = 0;
            const auto [behind, error] = std::from_chars(place.data(), place.data() + place.size(), number);
            number = error == std::errc() ? number : next++;
            if (nested[number]) {
                parts.push_back(*nested[number]);
            } else {
                const std::string_view spec = place.substr(static_cast<size_t>(behind - place.data()));
                parts.emplace_back(fmt::vformat(fmt::format("{{{}{}}}", number, spec), arguments));
            }
        });
    return sentenceFromParts(std::string(pattern), std::move(parts)).value_or(Sentence());
}

std::optional<Sentence> sentenceFromParts(std::string pattern, std::vector<Sentence> arguments)
{
    Sentence out;
    size_t next = 0;
    const bool isWhole = walkPattern(
        pattern,
        [&](std::string_view text) {
            const bool hasNumber = next > 0 && next <= arguments.size();
            out.message +=
                selectPluralForms(text, hasNumber ? std::string_view(arguments[next - 1].message) : std::string_view());
        },
        [&](std::string_view) {
            out.message += next < arguments.size() ? arguments[next].message : std::string();
            ++next;
        });
    if (!isWhole || next != arguments.size() || pattern.empty()) {
        return std::nullopt;
    }
    out.pattern = std::move(pattern);
    out.arguments = std::move(arguments);
    return out;
}

Sentence joined(Sentence first, const Sentence& second)
{
    return first.empty() ? second : second.empty() ? first : phrase("{}; {}", first, second);
}

} // namespace knobscope

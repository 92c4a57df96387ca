// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace knobscope {

/// An English sentence with its pattern and arguments, so that it can be translated: translators get the pattern.
struct Sentence {
    Sentence() = default;
    /// Text without a pattern: a name, another library's message, a line of a file.
    explicit Sentence(std::string text)
        : message(std::move(text))
    {
    }

    std::string message;             ///< formatted text
    std::string pattern;             ///< format string in the source, "Knob {} has no candidate {}"; empty: none
    std::vector<Sentence> arguments; ///< arguments of the pattern, in order; those without a pattern are plain text

    bool empty() const { return message.empty(); }
    friend bool operator==(const Sentence&, const Sentence&) = default;
};

/// Parses a pattern of fmt: calls `onText` with the texts between the replacement fields ("{{" as "{"), and `onField` with the
/// contents of each field ("", "0", ":.1f"). Returns false at an unmatched brace, after the calls for everything before it.
template<class OnText, class OnField>
bool walkPattern(std::string_view pattern, OnText&& onText, OnField&& onField)
{
    while (!pattern.empty()) {
        const char c = pattern.front();
        size_t end = std::min(pattern.find_first_of("{}"), pattern.size());
        if (end > 0) {
            onText(pattern.substr(0, end));
        } else if (pattern.size() > 1 && pattern[1] == c) {
            onText(pattern.substr(0, 1));
            end = 2;
        } else {
            const size_t closing = pattern.find_first_of("{}", 1);
            if (c == '}' || closing == std::string_view::npos || pattern[closing] == '{') {
                return false;
            }
            onField(pattern.substr(1, closing - 1));
            end = closing + 1;
        }
        pattern.remove_prefix(end);
    }
    return true;
}

/// Implementation of `phrase`. Fields use automatic or manual argument numbers; nested fields (as a width) are not supported.
Sentence makeSentence(std::string_view pattern, const Sentence* const* nested, fmt::format_args arguments);

/// Creates a sentence from untrusted input: a pattern and formatted arguments, in order; nullopt if they do not match.
std::optional<Sentence> sentenceFromParts(std::string pattern, std::vector<Sentence> arguments);

/// Formats a sentence with a pattern of fmt. Arguments of type Sentence or Error stay translatable.
template<class... Args>
[[nodiscard]] Sentence phrase(fmt::format_string<Args...> pattern, Args&&... args)
{
    [[maybe_unused]] const auto sentenceIn = [](const auto& arg) -> const Sentence* {
        if constexpr (std::is_base_of_v<Sentence, std::remove_cvref_t<decltype(arg)>>) {
            return &arg;
        } else {
            return nullptr;
        }
    };
    const std::array<const Sentence*, sizeof...(Args) + 1> nested{sentenceIn(args)..., nullptr};
    const fmt::string_view text = pattern;
    return makeSentence({text.data(), text.size()}, nested.data(), fmt::make_format_args(args...));
}

/// Joins two sentences with "; "; if one is empty, returns the other.
Sentence joined(Sentence first, const Sentence& second);

} // namespace knobscope

/// Formats a sentence as its message.
template<>
struct fmt::formatter<knobscope::Sentence> {
    template<class Context>
    constexpr auto parse(Context& context)
    {
        return context.begin();
    }
    template<class Context>
    auto format(const knobscope::Sentence& sentence, Context& context) const
    {
        return std::copy(sentence.message.begin(), sentence.message.end(), context.out());
    }
};

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

/// A sentence in English and what it was made of, so that it can be said in another language: what translators get is the
/// pattern.
struct Sentence {
    Sentence() = default;
    /// Words that are nobody's pattern: a name, another library's message, a line of a file.
    explicit Sentence(std::string words)
        : message(std::move(words))
    {
    }

    std::string message;             ///< finished
    std::string pattern;             ///< as it stands in the source, "Knob {} has no candidate {}"; empty: there is none
    std::vector<Sentence> arguments; ///< of the pattern's places, in their order; those without a pattern are words

    bool empty() const { return message.empty(); }
    friend bool operator==(const Sentence&, const Sentence&) = default;
};

/// Takes a pattern of fmt's apart: `words` gets the texts between its places, "{{" as "{", and `place` what stands in the braces
/// of each ("", "0", ":.1f"). False where a brace has no partner; then what came before was handed out.
template<class Words, class Place>
bool walkPattern(std::string_view pattern, Words&& words, Place&& place)
{
    while (!pattern.empty()) {
        const char c = pattern.front();
        size_t end = std::min(pattern.find_first_of("{}"), pattern.size());
        if (end > 0) {
            words(pattern.substr(0, end));
        } else if (pattern.size() > 1 && pattern[1] == c) {
            words(pattern.substr(0, 1));
            end = 2;
        } else {
            const size_t closing = pattern.find_first_of("{}", 1);
            if (c == '}' || closing == std::string_view::npos || pattern[closing] == '{') {
                return false;
            }
            place(pattern.substr(1, closing - 1));
            end = closing + 1;
        }
        pattern.remove_prefix(end);
    }
    return true;
}

/// What `phrase` does behind its template. A place names its argument by order or number; no place stands in another's width.
Sentence makeSentence(std::string_view pattern, const Sentence* const* nested, fmt::format_args arguments);

/// The sentence of a pattern and what stands in its places, in their order, each finished. Nothing where they do not fit each
/// other: nobody knows where they come from.
std::optional<Sentence> sentenceOf(std::string pattern, std::vector<Sentence> arguments);

/// A sentence in a pattern of fmt's. An argument that is a Sentence or an Error stays one.
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

/// Two sentences as one, the second behind "; ", or the one that is not empty.
Sentence joined(Sentence first, const Sentence& second);

} // namespace knobscope

/// A sentence is written as its message.
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

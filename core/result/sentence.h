// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
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
    std::string_view pattern;        ///< as it stands in the source, "Knob {} has no candidate {}"; empty: there is none
    std::vector<Sentence> arguments; ///< of the pattern's places, in their order; those without a pattern are words
};

/// What `phrase` does behind its template. A place names its argument by order or number; no place stands in another's width.
Sentence makeSentence(std::string_view pattern, const Sentence* const* nested, fmt::format_args arguments);

/// A sentence in a pattern of fmt's. An argument that is a Sentence or an Error stays one.
template<class... Args>
[[nodiscard]] Sentence phrase(fmt::format_string<Args...> pattern, Args&&... args)
{
    [[maybe_unused]] const auto sentenceOf = [](const auto& arg) -> const Sentence* {
        if constexpr (std::is_base_of_v<Sentence, std::remove_cvref_t<decltype(arg)>>) {
            return &arg;
        } else {
            return nullptr;
        }
    };
    const std::array<const Sentence*, sizeof...(Args) + 1> nested{sentenceOf(args)..., nullptr};
    const fmt::string_view text = pattern;
    return makeSentence({text.data(), text.size()}, nested.data(), fmt::make_format_args(args...));
}

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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/result/sentence.h"

#include <charconv>
#include <iterator>

namespace knobscope {

Sentence makeSentence(std::string_view pattern, const Sentence* const* nested, fmt::format_args arguments)
{
    Sentence out;
    out.pattern = pattern;
    int next = 0;
    for (size_t at = 0; at < pattern.size();) {
        const char c = pattern[at];
        if (c != '{' && c != '}') {
            const size_t end = std::min(pattern.find_first_of("{}", at), pattern.size());
            out.message += pattern.substr(at, end - at);
            at = end;
        } else if (pattern.substr(at, 2) == "{{" || pattern.substr(at, 2) == "}}") {
            out.message += c;
            at += 2;
        } else {
            const size_t end = pattern.find('}', at);
            const std::string_view place = pattern.substr(at + 1, end - at - 1); // "", "0", ":.1f", "0:.1f"
            int number = 0;
            const auto [behind, error] = std::from_chars(place.data(), place.data() + place.size(), number);
            number = error == std::errc() ? number : next++;
            const std::string_view spec = place.substr(static_cast<size_t>(behind - place.data()));
            if (nested[number]) {
                out.arguments.push_back(*nested[number]);
            } else {
                out.arguments.emplace_back(fmt::vformat(fmt::format("{{{}{}}}", number, spec), arguments));
            }
            out.message += out.arguments.back().message;
            at = end + 1;
        }
    }
    return out;
}

} // namespace knobscope

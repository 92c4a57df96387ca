// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/visibletext.h"

#include "core/base/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace knobscope {

bool isControlCharacter(uint32_t code)
{
    struct Range {
        uint32_t first, last;
    };
    constexpr Range kRanges[] = {{0x00, 0x1f},     {0x7f, 0x9f},       {0xad, 0xad},       {0x61c, 0x61c},    {0x180e, 0x180e},
                                 {0x200b, 0x200b}, {0x200e, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},  {0xfeff, 0xfeff},
                                 {0xfff9, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe007f}};
    return std::ranges::any_of(kRanges, [&](const Range& range) { return code >= range.first && code <= range.last; });
}

std::string visibleText(std::string_view text, Lines lines)
{
    std::string out;
    out.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const auto character = firstCharacter(text.substr(at));
        const auto bytes = character ? character->bytes : 1;
        const bool isLayout = text[at] == '\n' || text[at] == '\t';
        if (character && (isLayout ? lines == Lines::Keep : !isControlCharacter(character->code))) {
            out += text.substr(at, bytes);
        } else {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", character ? character->code : 0xfffdU);
        }
        at += bytes;
    }
    return out;
}

} // namespace knobscope

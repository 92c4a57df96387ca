// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace knobscope {

std::optional<Character> firstCharacter(std::string_view text)
{
    const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const uint32_t head = byte(0);
    if (head < 0x80) {
        return Character{head, 1};
    }
    const size_t bytes = head >= 0xf0 && head < 0xf5 ? 4 : head >= 0xe0 && head < 0xf0 ? 3 : head >= 0xc2 && head < 0xe0 ? 2 : 0;
    uint32_t code = bytes == 4 ? head & 0x07U : bytes == 3 ? head & 0x0fU : head & 0x1fU;
    for (size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) {
            return std::nullopt;
        }
        code = code << 6U | (byte(i) & 0x3fU);
    }
    const bool isOverlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    const bool isNone = bytes == 0 || isOverlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
    return isNone ? std::nullopt : std::optional(Character{code, bytes});
}

bool isSteering(uint32_t code)
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
        if (character && (isLayout ? lines == Lines::Kept : !isSteering(character->code))) {
            out += text.substr(at, bytes);
        } else {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", character ? character->code : 0xfffdU);
        }
        at += bytes;
    }
    return out;
}

} // namespace knobscope

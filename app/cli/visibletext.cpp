// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/visibletext.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <optional>

namespace knobscope::cli {

namespace {

struct Character {
    uint32_t code = 0;
    size_t bytes = 1;
};

/// The character that a text begins with; nothing where that is no UTF-8.
std::optional<Character> firstOf(std::string_view text)
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

bool steers(uint32_t code)
{
    const bool isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
    const bool turnsDirection = code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e)
                             || (code >= 0x2066 && code <= 0x2069);
    const bool endsLine = code == 0x2028 || code == 0x2029;
    return isControl || turnsDirection || endsLine;
}

} // namespace

std::string visibleText(std::string_view text, Lines lines)
{
    std::string out;
    out.reserve(text.size());
    for (size_t at = 0; at < text.size();) {
        const auto character = firstOf(text.substr(at));
        const auto bytes = character ? character->bytes : 1;
        const bool isLayout = text[at] == '\n' || text[at] == '\t';
        if (character && (isLayout ? lines == Lines::Kept : !steers(character->code))) {
            out += text.substr(at, bytes);
        } else {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", character ? character->code : 0xfffdU);
        }
        at += bytes;
    }
    return out;
}

} // namespace knobscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace knobscope {

/// A UTF-8 character: its code point and its length in bytes.
struct Character {
    uint32_t code = 0;
    size_t bytes = 1;
};

/// The first character of a text; nullopt if it is not valid UTF-8 (overlong forms and surrogates are invalid).
std::optional<Character> firstCharacter(std::string_view text);

/// Columns of a text in a terminal: two for a wide East Asian character, none for a combining accent, one for an invalid byte.
size_t terminalWidth(std::string_view text);

/// The longest beginning of whole characters that fits into `most` columns.
std::string_view truncateToColumns(std::string_view text, size_t most);

} // namespace knobscope

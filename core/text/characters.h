// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace knobscope {

/// A character of a text in UTF-8: its code point, and how many bytes it takes.
struct Character {
    uint32_t code = 0;
    size_t bytes = 1;
};

/// The character that a text begins with; nullopt where that is no UTF-8 (overlong forms and surrogates are none).
std::optional<Character> firstCharacter(std::string_view text);

/// How many columns of a terminal a text takes: two a wide character of East Asia, none an accent that combines with the letter
/// before it, one a byte that is no UTF-8.
size_t columnsOf(std::string_view text);

/// As many whole characters from its beginning as fit into `most` columns.
std::string_view fittingColumns(std::string_view text, size_t most);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace knobscope {

/// A character of UTF-8, and how many bytes it takes.
struct Character {
    uint32_t code = 0;
    size_t bytes = 1;
};

/// The character that a text begins with; nothing where that is no UTF-8.
std::optional<Character> firstCharacter(std::string_view text);

/// Whether a character is a command to whoever shows it: a control character, an end of line, one that turns the reading
/// direction or is invisible (Unicode's format characters but for the joiners, which some scripts are written with).
bool isSteering(uint32_t code);

enum class Lines : bool { Kept, Shown };

/// A stranger's text (names in models, logs and projects) as a terminal or a window may show it: steering characters are written
/// as JSON writes them ("\u001b"), and bytes that are no UTF-8 become "\ufffd". Tabs and ends of lines are kept, or shown like
/// the others.
std::string visibleText(std::string_view text, Lines lines = Lines::Kept);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace knobscope {

/// Whether a character is a command to whoever shows it: a control character, an end of line, one that turns the reading
/// direction or is invisible (Unicode's format characters but for the joiners, which some scripts are written with).
bool isSteering(uint32_t code);

enum class Lines : bool { Kept, Shown };

/// A stranger's text (names in models, logs and projects) as a terminal or a window may show it: steering characters are written
/// as JSON writes them ("\u001b"), and bytes that are no UTF-8 become "\ufffd". Tabs and ends of lines are kept, or shown like
/// the others.
std::string visibleText(std::string_view text, Lines lines = Lines::Kept);

} // namespace knobscope

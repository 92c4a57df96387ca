// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace knobscope {

/// Whether a character controls the display: control characters, line breaks, and characters that change the reading direction or
/// are invisible (Unicode's format characters except the joiners, which some scripts need).
bool isControlCharacter(uint32_t code);

enum class Lines : bool { Keep, Escape };

/// Untrusted text (names in models, logs and projects) made safe for a terminal or window: control characters are escaped as in
/// JSON ("\u001b"), and invalid UTF-8 becomes "\ufffd". Tabs and line breaks are kept, or escaped too.
std::string visibleText(std::string_view text, Lines lines = Lines::Keep);

} // namespace knobscope

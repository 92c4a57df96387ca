// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace knobscope::cli {

enum class Lines : bool { Kept, Shown };

/// Text as a terminal may get it: labels, targets and messages come from files of strangers, and what steers a terminal or turns
/// the reading direction around is shown instead, as JSON writes it ("\u001b"); bytes that are no UTF-8 become "\ufffd". Tabs and
/// line ends are kept, or shown like the others.
std::string visibleText(std::string_view text, Lines lines = Lines::Kept);

} // namespace knobscope::cli

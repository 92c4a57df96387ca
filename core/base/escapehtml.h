// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace knobscope {

/// Text from anywhere as the text of an HTML or SVG element or of a quoted attribute: never markup. Control characters are
/// escaped as visibleText() does; line breaks stay.
std::string escapeHtml(std::string_view text);

} // namespace knobscope

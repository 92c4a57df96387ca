// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace knobscope {

/// Without blanks, tabs and ends of lines around it.
std::string_view trimmed(std::string_view text);
/// With small letters for A to Z, whatever the locale.
std::string lowered(std::string_view text);
/// The smallest number of inserted, removed and replaced characters that makes one of the other (Levenshtein 1966).
size_t editDistance(std::string_view a, std::string_view b);

} // namespace knobscope

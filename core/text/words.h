// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// Without blanks, tabs and ends of lines around it.
std::string_view trimmed(std::string_view text);
/// With small letters for A to Z, whatever the locale.
std::string lowered(std::string_view text);
/// Its first `most` bytes, or as few less as it takes to cut no character of UTF-8 in two.
std::string_view beginningOf(std::string_view text, size_t most);
/// What stands between the separators: one part more than there are of them, empty ones too.
std::vector<std::string> partsOf(std::string_view text, char separator);
/// The smallest number of inserted, removed and replaced characters that makes one of the other (Levenshtein 1966).
size_t editDistance(std::string_view a, std::string_view b);

} // namespace knobscope

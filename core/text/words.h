// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
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
/// Names in the order of how many changes make them of `word`, letters of any case being alike: what a person may have meant by a
/// name that there is not comes first. `nameOf`: what is compared of each.
std::vector<std::string> byLikeness(std::string_view word, std::vector<std::string> names,
                                    const std::function<std::string(const std::string&)>& nameOf = lowered);
/// The first of them, for "did you mean …?", where it is so near that the word may be a slip: two changes, or a third of the
/// word.
std::optional<std::string> likelyMeant(std::string_view word, std::vector<std::string> names);

} // namespace knobscope

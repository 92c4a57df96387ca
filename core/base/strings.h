// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// Removes blanks, tabs and line breaks at both ends.
std::string_view trimmed(std::string_view text);
/// Converts A to Z to lower case, independent of the locale.
std::string lowered(std::string_view text);
/// The first `most` bytes, or up to three fewer to avoid splitting a UTF-8 character.
std::string_view truncateUtf8(std::string_view text, size_t most);
/// The parts between the separators, including empty ones: one more than there are separators.
std::vector<std::string> splitText(std::string_view text, char separator);
/// Levenshtein distance (1966): the smallest number of inserted, removed and replaced characters.
size_t editDistance(std::string_view a, std::string_view b);
/// Sorts names by edit distance to `word`, ignoring case, so that the most likely meaning of an unknown name comes first.
/// `nameOf`: the text to compare for each name.
std::vector<std::string> sortBySimilarity(std::string_view word, std::vector<std::string> names,
                                          const std::function<std::string(const std::string&)>& nameOf = lowered);
/// The nearest name, for "did you mean …?", if it may be a typing error: at most two changes, or a third of the word.
std::optional<std::string> findClosestName(std::string_view word, std::vector<std::string> names);

} // namespace knobscope

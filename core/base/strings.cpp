// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/strings.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace knobscope {

namespace {

constexpr size_t kMaxCompared = 100; // longer than any name here; limits the work for absurd input

} // namespace

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blank = " \t\r\n\v\f";
    const size_t first = text.find_first_not_of(blank);
    return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string lowered(std::string_view text)
{
    std::string out(text);
    for (char& c : out) {
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

std::string_view truncateUtf8(std::string_view text, size_t most)
{
    size_t end = std::min(text.size(), most);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
        --end;
    }
    return text.substr(0, end);
}

std::vector<std::string> splitText(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    for (size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.emplace_back(text);
    return parts;
}

size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

std::vector<std::string> sortBySimilarity(std::string_view word, std::vector<std::string> names,
                                          const std::function<std::string(const std::string&)>& nameOf)
{
    const std::string wanted = nameOf(std::string(truncateUtf8(word, kMaxCompared)));
    std::ranges::stable_sort(names, {}, [&](const std::string& name) { return editDistance(nameOf(name), wanted); });
    return names;
}

std::optional<std::string> findClosestName(std::string_view word, std::vector<std::string> names)
{
    const std::string wanted = lowered(truncateUtf8(word, kMaxCompared));
    for (const std::string& name : sortBySimilarity(word, std::move(names))) {
        const size_t changes = editDistance(lowered(name), wanted);
        if (changes > std::max<size_t>(2, wanted.size() / 3)) {
            break;
        }
        if (changes < name.size()) { // otherwise the two have nothing in common
            return name;
        }
    }
    return std::nullopt;
}

} // namespace knobscope

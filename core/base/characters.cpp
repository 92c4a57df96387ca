// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/characters.h"

#include <cwchar>
#include <utility>

#include <locale.h> // NOLINT(modernize-deprecated-headers): POSIX's newlocale and uselocale

namespace knobscope {

namespace {

/// Sets this thread's locale to UTF-8 for wcwidth, whatever the locale of the program.
class Utf8Locale
{
public:
    Utf8Locale()
        : m_before(locale() ? uselocale(locale()) : nullptr)
    {
    }
    ~Utf8Locale()
    {
        if (m_before) {
            uselocale(m_before);
        }
    }
    Utf8Locale(const Utf8Locale&) = delete;
    Utf8Locale& operator=(const Utf8Locale&) = delete;

private:
    /// Null if the system does not have it: each character then counts as one column.
    static locale_t locale()
    {
        static const locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        return made;
    }
    locale_t m_before;
};

/// Bytes and columns of the first character of a non-empty text; needs Utf8Locale.
std::pair<size_t, size_t> firstExtent(std::string_view text)
{
    const auto character = firstCharacter(text);
    const int columns = character ? wcwidth(static_cast<wchar_t>(character->code)) : 1;
    return {character ? character->bytes : 1, columns < 0 ? 1 : static_cast<size_t>(columns)};
}

} // namespace

std::optional<Character> firstCharacter(std::string_view text)
{
    const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
    const uint32_t head = byte(0);
    if (head < 0x80) {
        return Character{head, 1};
    }
    const size_t bytes = head >= 0xf0 && head < 0xf5 ? 4 : head >= 0xe0 && head < 0xf0 ? 3 : head >= 0xc2 && head < 0xe0 ? 2 : 0;
    uint32_t code = bytes == 4 ? head & 0x07U : bytes == 3 ? head & 0x0fU : head & 0x1fU;
    for (size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xc0U) != 0x80U) {
            return std::nullopt;
        }
        code = code << 6U | (byte(i) & 0x3fU);
    }
    const bool isOverlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
    const bool isNone = bytes == 0 || isOverlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
    return isNone ? std::nullopt : std::optional(Character{code, bytes});
}

size_t terminalWidth(std::string_view text)
{
    const Utf8Locale locale;
    size_t all = 0;
    while (!text.empty()) {
        const auto [bytes, columns] = firstExtent(text);
        all += columns;
        text.remove_prefix(bytes);
    }
    return all;
}

std::string_view truncateToColumns(std::string_view text, size_t most)
{
    const Utf8Locale locale;
    size_t end = 0;
    for (size_t used = 0; end < text.size();) {
        const auto [bytes, columns] = firstExtent(text.substr(end));
        if (used + columns > most) {
            break;
        }
        used += columns;
        end += bytes;
    }
    return text.substr(0, end);
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace knobscope {

/// Parses a text that is only a number; nullopt if it is not, or if it is too large.
template<class Number>
std::optional<Number> parseNumber(std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// "1,234,567".
std::string groupedNumber(int64_t number);
/// Rounds to `digits` significant digits, so that the text is not longer.
double roundToDigits(double number, int digits);
/// "2.8 KiB", "1.5 MiB", "640 bytes".
std::string bytesText(double bytes);
/// Same, translatable.
Sentence bytesPhrase(int64_t bytes);
/// A duration in at most two units, the larger first: "0.3 s", "45 s", "3 min 5 s", "3 h 11 min", "12 days 4 h", "3.1 years".
Sentence durationText(double seconds);

} // namespace knobscope

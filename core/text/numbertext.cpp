// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/numbertext.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace knobscope {

std::string groupedNumber(int64_t number)
{
    std::string digits = std::to_string(number);
    for (int at = static_cast<int>(digits.size()) - 3; at > (number < 0 ? 1 : 0); at -= 3) {
        digits.insert(static_cast<size_t>(at), 1, ',');
    }
    return digits;
}

double toDigits(double number, int digits)
{
    return std::stod(fmt::format("{:.{}g}", number, digits));
}

std::string bytesText(double bytes)
{
    constexpr std::array<const char*, 4> units{"bytes", "KiB", "MiB", "GiB"};
    size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f} bytes", bytes)
                     : fmt::format("{:.{}f} {}", bytes, bytes < 100 && bytes != std::floor(bytes) ? 1 : 0, units[unit]);
}

Sentence bytesPhrase(int64_t bytes)
{
    return bytes < 1024 ? phrase("{} bytes", bytes) : Sentence(bytesText(static_cast<double>(bytes)));
}

Sentence durationText(double seconds)
{
    const auto whole = static_cast<int64_t>(std::llround(std::max(0.0, seconds)));
    if (whole < 60) {
        return phrase("{} s", whole);
    }
    if (whole < 3600) {
        return phrase("{} min {} s", whole / 60, whole % 60);
    }
    return phrase("{} h {} min", whole / 3600, whole / 60 % 60);
}

} // namespace knobscope

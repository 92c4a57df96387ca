// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbertext.h"

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

double roundToDigits(double number, int digits)
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
    return bytes < 1024 ? phrase("{} (byte|bytes)", bytes) : Sentence(bytesText(static_cast<double>(bytes)));
}

Sentence durationText(double seconds)
{
    constexpr int64_t minute = 60;
    constexpr int64_t day = 24;
    constexpr double secondsOfHour = 3600;
    constexpr double secondsOfYear = 365.25 * day * secondsOfHour;
    seconds = std::max(0.0, seconds);
    if (seconds >= 2 * secondsOfYear) {
        const double years = seconds / secondsOfYear;
        return years < 1000 ? phrase("{:.1f} years", years) : phrase("{} years", groupedNumber(std::llround(years)));
    }
    const int64_t whole = std::llround(seconds);
    if (whole < 10 && std::abs(seconds - static_cast<double>(whole)) >= 0.05) {
        return phrase("{:.1f} s", seconds);
    }
    if (whole < minute) {
        return phrase("{} s", whole);
    }
    if (whole < minute * minute) {
        return whole % minute == 0 ? phrase("{} min", whole / minute) : phrase("{} min {} s", whole / minute, whole % minute);
    }
    if (const int64_t minutes = std::llround(seconds / minute); minutes < 2 * day * minute) {
        return minutes % minute == 0 ? phrase("{} h", minutes / minute)
                                     : phrase("{} h {} min", minutes / minute, minutes % minute);
    }
    const int64_t hours = std::llround(seconds / secondsOfHour);
    return hours % day == 0 || hours >= 30 * day ? phrase("{} days", std::llround(seconds / (secondsOfHour * day)))
                                                 : phrase("{} days {} h", hours / day, hours % day);
}

} // namespace knobscope

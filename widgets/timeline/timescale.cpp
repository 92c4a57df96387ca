// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timescale.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace knobscope {

namespace {

constexpr double narrowest = 100; // nanoseconds a window may show …
constexpr double widest = 4e18;   // … and as many as 64 bits allow

struct Unit {
    double nanoseconds;
    const char* text;
};
constexpr std::array<Unit, 4> units{{{1e9, QT_TRANSLATE_NOOP("Time", "%1 s")},
                                     {1e6, QT_TRANSLATE_NOOP("Time", "%1 ms")},
                                     {1e3, QT_TRANSLATE_NOOP("Time", "%1 µs")},
                                     {1, QT_TRANSLATE_NOOP("Time", "%1 ns")}}};

QString inUnit(const Unit& unit, double nanoseconds, int decimals)
{
    return QCoreApplication::translate("Time", unit.text).arg(QLocale().toString(nanoseconds / unit.nanoseconds, 'f', decimals));
}

/// 1, 2 or 5 times a power of ten, and minutes and hours above.
double roundStep(double nanoseconds)
{
    constexpr double second = 1e9;
    for (const double step : {60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0, 7200.0, 6 * 3600.0, 12 * 3600.0, 86400.0}) {
        if (nanoseconds > 30 * second && nanoseconds <= step * second) {
            return step * second;
        }
    }
    const double power = std::pow(10.0, std::floor(std::log10(std::max(1.0, nanoseconds))));
    for (const double step : {1.0, 2.0, 5.0, 10.0}) {
        if (nanoseconds <= step * power) {
            return nanoseconds > 10 * second && nanoseconds <= 30 * second ? 30 * second : step * power;
        }
    }
    return 10 * power;
}

} // namespace

TimeScale TimeScale::zoomed(double factor, double x) const
{
    const double span = std::clamp(static_cast<double>(to - from) / factor, narrowest, widest);
    const double share = std::clamp(x / width, 0.0, 1.0);
    const double at = static_cast<double>(from) + share * static_cast<double>(to - from);
    const auto begin = from + static_cast<int64_t>((at - static_cast<double>(from)) - share * span);
    return {begin, begin + static_cast<int64_t>(span), width};
}

std::vector<TimeTick> timeTicks(const TimeScale& scale, int64_t origin, int minPixels)
{
    std::vector<TimeTick> ticks;
    const auto step = static_cast<int64_t>(roundStep(scale.nanosecondsPerPixel() * minPixels));
    int64_t time = (scale.from - origin) / step * step - step;
    for (; time + origin <= scale.to; time += step) {
        if (time + origin >= scale.from) {
            ticks.push_back({time + origin, offsetText(time, step)});
        }
    }
    return ticks;
}

QString durationText(double seconds)
{
    const double nanoseconds = seconds * 1e9;
    if (std::abs(nanoseconds) >= 60e9) {
        return offsetText(static_cast<int64_t>(nanoseconds), 1'000'000'000);
    }
    for (const Unit& unit : units) {
        const double value = std::abs(nanoseconds) / unit.nanoseconds;
        if (value >= 1 || unit.nanoseconds == 1) {
            const int decimals = unit.nanoseconds == 1 ? 0 : value >= 100 ? 1 : value >= 10 ? 2 : 3;
            return inUnit(unit, nanoseconds, decimals);
        }
    }
    return {};
}

QString offsetText(int64_t nanoseconds, int64_t step)
{
    const auto value = static_cast<double>(nanoseconds);
    if (std::abs(nanoseconds) >= 60'000'000'000 && step >= 1'000'000'000) {
        const auto seconds = std::llabs(nanoseconds) / 1'000'000'000;
        const QString sign = nanoseconds < 0 ? QStringLiteral("-") : QString();
        const QString minutes = QStringLiteral("%1:%2")
                                    .arg(seconds / 60 % 60, seconds >= 3600 ? 2 : 1, 10, QLatin1Char('0'))
                                    .arg(seconds % 60, 2, 10, QLatin1Char('0'));
        return seconds >= 3600 ? QStringLiteral("%1%2:%3").arg(sign).arg(seconds / 3600).arg(minutes) : sign + minutes;
    }
    for (const Unit& unit : units) {
        if (std::abs(value) >= unit.nanoseconds || static_cast<double>(step) >= unit.nanoseconds || unit.nanoseconds == 1) {
            const int decimals = std::clamp(
                static_cast<int>(std::ceil(std::log10(unit.nanoseconds / static_cast<double>(std::max<int64_t>(1, step))))), 0,
                9);
            return inUnit(unit, value, decimals);
        }
    }
    return {};
}

} // namespace knobscope

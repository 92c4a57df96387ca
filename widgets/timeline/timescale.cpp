// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timescale.h"

#include "widgets/text/duration.h"
#include "widgets/text/number.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace knobscope {

namespace {

constexpr double narrowest = 100; // nanoseconds a window may show …
constexpr double widest = 4e18;   // … and as many as 64 bits allow
__extension__ using Wide = __int128;

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
    return QCoreApplication::translate("Time", unit.text).arg(number(nanoseconds / unit.nanoseconds, decimals));
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

TimeMap::TimeMap(std::vector<Pause> pauses, int64_t length)
    : m_pauses(std::move(pauses))
{
    constexpr int64_t share = 50;
    int64_t shortest = length;
    for (const Pause& pause : m_pauses) {
        length -= pause.second - pause.first;
        shortest = std::min(shortest, pause.second - pause.first);
    }
    m_narrow = std::max<int64_t>(1, std::min(length / share, shortest));
    int64_t left = 0; // of what is before
    for (const Pause& pause : m_pauses) {
        m_places.push_back(pause.first - left);
        left += pause.second - pause.first - m_narrow;
    }
}

int64_t TimeMap::place(int64_t time) const
{
    const auto next =
        std::upper_bound(m_pauses.begin(), m_pauses.end(), time, [](int64_t at, const Pause& pause) { return at < pause.first; });
    if (next == m_pauses.begin()) {
        return time;
    }
    const auto& [begin, end] = *std::prev(next);
    const int64_t first = m_places[static_cast<size_t>(next - m_pauses.begin()) - 1];
    return time >= end ? first + m_narrow + (time - end)
                       : first + static_cast<int64_t>(static_cast<Wide>(time - begin) * m_narrow / (end - begin));
}

int64_t TimeMap::time(int64_t place) const
{
    const auto next = std::upper_bound(m_places.begin(), m_places.end(), place);
    if (next == m_places.begin()) {
        return place;
    }
    const int64_t within = place - *std::prev(next);
    const auto& [begin, end] = m_pauses[static_cast<size_t>(next - m_places.begin()) - 1];
    // Rounded up, so that the time's place is this one.
    return within >= m_narrow
             ? end + (within - m_narrow)
             : begin + static_cast<int64_t>((static_cast<Wide>(within) * (end - begin) + m_narrow - 1) / m_narrow);
}

const TimeMap::Pause* TimeMap::pauseAt(int64_t time) const
{
    const auto found = std::find_if(m_pauses.begin(), m_pauses.end(),
                                    [time](const Pause& pause) { return time > pause.first && time < pause.second; });
    return found == m_pauses.end() ? nullptr : &*found;
}

TimeScale TimeScale::between(int64_t first, int64_t last) const
{
    return {map ? map->time(first) : first, map ? map->time(last) : last, width, map};
}

int TimeScale::pixelsOfTime() const
{
    const double pixels = static_cast<double>(to - from) / nanosecondsPerPixel();
    constexpr int most = std::numeric_limits<int>::max() / 8;
    return static_cast<int>(std::clamp<double>(pixels, 1, most)); // real pixels may be smaller
}

int64_t TimeScale::toTime(double x) const
{
    const int64_t at = place(from) + static_cast<int64_t>(x * nanosecondsPerPixel());
    return map ? map->time(at) : at;
}

TimeScale TimeScale::zoomed(double factor, double x) const
{
    const double span = std::clamp(static_cast<double>(length()) / factor, narrowest, widest);
    const double share = std::clamp(x / width, 0.0, 1.0);
    const auto begin = place(from) + static_cast<int64_t>(share * static_cast<double>(length()) - share * span);
    return between(begin, begin + static_cast<int64_t>(span));
}

TimeScale TimeScale::moved(double pixels) const
{
    const auto by = static_cast<int64_t>(pixels * nanosecondsPerPixel());
    return between(place(from) + by, place(to) + by);
}

std::vector<TimeTick> timeTicks(const TimeScale& scale, int64_t origin, int minPixels)
{
    std::vector<TimeTick> ticks;
    const auto step = static_cast<int64_t>(roundStep(scale.nanosecondsPerPixel() * minPixels));
    const auto before = [&](int64_t time) { return origin + (time - origin) / step * step; };
    double free = -1; // where there is room for the next
    for (int64_t time = before(scale.from) - step; time <= scale.to; time += step) {
        if (const auto* pause = scale.map ? scale.map->pauseAt(time) : nullptr) {
            time = std::max(time, before(pause->second) - step);
        } else if (time >= scale.from && scale.toX(time) >= free) {
            ticks.push_back({time, offsetText(time - origin, step)});
            free = scale.toX(time) + minPixels * 0.99;
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
        return (nanoseconds < 0 ? QStringLiteral("-") : QString()) + clockText(std::llabs(nanoseconds) / 1'000'000'000);
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

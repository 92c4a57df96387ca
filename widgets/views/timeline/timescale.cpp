// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/timescale.h"

#include "widgets/base/number.h"
#include "widgets/base/timetext.h"
#include "widgets/plot/plotaxis.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>

namespace knobscope {

namespace {

constexpr double kMinNanoseconds = 100; // minimum nanoseconds of the visible range …
constexpr double kMaxNanoseconds = 4e18;   // … and the maximum, limited by 64 bits
__extension__ using Wide = __int128;

struct Unit {
    double nanoseconds;
    const char* text;
};
constexpr std::array<Unit, 4> kUnits{{{1e9, QT_TRANSLATE_NOOP("Time", "%1 s")},
                                      {1e6, QT_TRANSLATE_NOOP("Time", "%1 ms")},
                                      {1e3, QT_TRANSLATE_NOOP("Time", "%1 µs")},
                                      {1, QT_TRANSLATE_NOOP("Time", "%1 ns")}}};

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
    int64_t left = 0; // total length removed so far
    for (const Pause& pause : m_pauses) {
        m_places.push_back(pause.first - left);
        left += pause.second - pause.first - m_narrow;
    }
}

int64_t TimeMap::place(int64_t time) const
{
    const auto next = std::ranges::upper_bound(m_pauses, time, {}, &Pause::first);
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
    // Rounds up, so that mapping the time back gives the same place.
    return within >= m_narrow
             ? end + (within - m_narrow)
             : begin + static_cast<int64_t>((static_cast<Wide>(within) * (end - begin) + m_narrow - 1) / m_narrow);
}

const TimeMap::Pause* TimeMap::pauseAt(int64_t time) const
{
    const auto found =
        std::ranges::find_if(m_pauses, [time](const Pause& pause) { return time > pause.first && time < pause.second; });
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
    return static_cast<int>(std::clamp<double>(pixels, 1, most)); // physical pixels may be smaller
}

int64_t TimeScale::toTime(double x) const
{
    const int64_t at = place(from) + static_cast<int64_t>(x * nanosecondsPerPixel());
    return map ? map->time(at) : at;
}

TimeScale TimeScale::zoomed(double factor, double x) const
{
    const double span = std::clamp(static_cast<double>(length()) / factor, kMinNanoseconds, kMaxNanoseconds);
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
    const double seconds = durationStep(scale.nanosecondsPerPixel() * minPixels * 1e-9);
    const int64_t step = std::max<int64_t>(1, std::llround(seconds * 1e9));
    int64_t digit = 1; // last digit that labels need: tens for a step of 250 ms
    while (step % (digit * 10) == 0) {
        digit *= 10;
    }
    const auto before = [&](int64_t time) { return origin + (time - origin) / step * step; };
    double free = -1; // x from which the next tick fits
    for (int64_t time = before(scale.from) - step; time <= scale.to; time += step) {
        if (const auto* pause = scale.map ? scale.map->pauseAt(time) : nullptr) {
            time = std::max(time, before(pause->second) - step);
        } else if (time >= scale.from && scale.toX(time) >= free) {
            ticks.push_back({time, offsetText(time - origin, digit)});
            free = scale.toX(time) + minPixels * 0.99;
        }
    }
    return ticks;
}

QString preciseDuration(double seconds)
{
    const double nanoseconds = std::abs(seconds) * 1e9;
    const double digits = std::floor(std::log10(std::max(1.0, nanoseconds))); // digits before the decimal point, minus one
    const double step = nanoseconds >= 60e9 ? 1e9 : std::max(1.0, std::pow(10, digits - 3));
    return offsetText(std::llround(seconds * 1e9), static_cast<int64_t>(step));
}

QString offsetText(int64_t nanoseconds, int64_t step)
{
    const auto value = static_cast<double>(nanoseconds);
    const double digit = static_cast<double>(std::max<int64_t>(1, step));
    if (std::abs(nanoseconds) >= 60'000'000'000 && step >= 1'000'000'000) {
        return (nanoseconds < 0 ? QString(QChar(0x2212)) : QString()) + clockText(std::llabs(nanoseconds) / 1'000'000'000);
    }
    for (const Unit& unit : kUnits) {
        if (std::max({std::abs(value), digit, 1.0}) >= unit.nanoseconds) {
            const int decimals = std::clamp(static_cast<int>(std::ceil(std::log10(unit.nanoseconds / digit))), 0, 9);
            return QCoreApplication::translate("Time", unit.text).arg(number(value / unit.nanoseconds, decimals));
        }
    }
    return {};
}

} // namespace knobscope

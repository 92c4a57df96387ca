// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace knobscope {

/// A time axis with narrowed pauses, used for painting; all other times keep their length. Places are nanoseconds on this axis.
class TimeMap
{
public:
    using Pause = std::pair<int64_t, int64_t>;

    /// `pauses` are sorted and do not overlap; `length` is the total time. Each is narrowed to a fiftieth of the rest, if that is
    /// shorter.
    TimeMap(std::vector<Pause> pauses, int64_t length);
    int64_t place(int64_t time) const;
    /// The first time at a place.
    int64_t time(int64_t place) const;
    /// The pause that contains a time; null: none.
    const Pause* pauseAt(int64_t time) const;
    const std::vector<Pause>& pauses() const { return m_pauses; }
    friend bool operator==(const TimeMap&, const TimeMap&) = default;

private:
    std::vector<Pause> m_pauses;
    std::vector<int64_t> m_places; ///< start of each pause
    int64_t m_narrow = 1; ///< length of each pause on the axis
};

/// Mapping of a time range to a width in pixels, used for all painting and hit tests.
struct TimeScale {
    int64_t from = 0; ///< nanoseconds
    int64_t to = 1;
    int width = 1; ///< logical pixels
    std::shared_ptr<const TimeMap> map; ///< null: pauses are not narrowed

    int64_t place(int64_t time) const { return map ? map->place(time) : time; }
    /// Returns the scale between two places.
    TimeScale between(int64_t first, int64_t last) const;
    /// Length of the visible range on the axis, in nanoseconds.
    int64_t length() const { return std::max<int64_t>(1, place(to) - place(from)); }
    double nanosecondsPerPixel() const { return static_cast<double>(length()) / width; }
    /// Width in pixels of the visible range without narrowing its pauses.
    int pixelsOfTime() const;
    double toX(int64_t time) const { return static_cast<double>(place(time) - place(from)) / nanosecondsPerPixel(); }
    int64_t toTime(double x) const;
    /// Zooms with the time under `x` fixed.
    TimeScale zoomed(double factor, double x) const;
    /// Moves to later times by a number of pixels.
    TimeScale moved(double pixels) const;
    friend bool operator==(const TimeScale&, const TimeScale&) = default;
};

struct TimeTick {
    int64_t time = 0;
    QString label;
};
/// Returns ticks at round times relative to `origin`, at least `minPixels` apart, and none within a narrowed pause.
std::vector<TimeTick> timeTicks(const TimeScale& scale, int64_t origin, int minPixels);

/// Formats a duration with four digits in a suitable unit: "12.30 ms", "4.050 s".
QString preciseDuration(double seconds);
/// Formats a time relative to the origin with the precision of `step`: "2.450 s", "1:02:03".
QString offsetText(int64_t nanoseconds, int64_t step);

} // namespace knobscope

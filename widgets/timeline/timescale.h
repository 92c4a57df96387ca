// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace knobscope {

/// Times on a line on which pauses are narrow and all else is as long as it was: what is painted. A place is counted in
/// nanoseconds of that line.
class TimeMap
{
public:
    using Pause = std::pair<int64_t, int64_t>;

    /// `pauses` in the order of time and apart, of a whole of `length`; each becomes a fiftieth of the rest, if that is less.
    TimeMap(std::vector<Pause> pauses, int64_t length);
    int64_t place(int64_t time) const;
    /// The first time of a place.
    int64_t time(int64_t place) const;
    /// The pause that a time lies within; null: none.
    const Pause* pauseAt(int64_t time) const;
    const std::vector<Pause>& pauses() const { return m_pauses; }
    friend bool operator==(const TimeMap&, const TimeMap&) = default;

private:
    std::vector<Pause> m_pauses;
    std::vector<int64_t> m_places; ///< of their begins
    int64_t m_narrow = 1; ///< of each on the line
};

/// Which part of time a width of pixels shows. All that is painted or pointed at is placed by one.
struct TimeScale {
    int64_t from = 0; ///< nanoseconds
    int64_t to = 1;
    int width = 1; ///< logical pixels
    std::shared_ptr<const TimeMap> map; ///< null: pauses are as wide as they are long

    int64_t place(int64_t time) const { return map ? map->place(time) : time; }
    /// From one place to another.
    TimeScale between(int64_t first, int64_t last) const;
    /// Nanoseconds of the line that are shown.
    int64_t length() const { return std::max<int64_t>(1, place(to) - place(from)); }
    double nanosecondsPerPixel() const { return static_cast<double>(length()) / width; }
    /// How many pixels all of the time that is shown would take, pauses as long as they are.
    int pixelsOfTime() const;
    double toX(int64_t time) const { return static_cast<double>(place(time) - place(from)) / nanosecondsPerPixel(); }
    int64_t toTime(double x) const;
    /// Keeps the time under `x` where it is.
    TimeScale zoomed(double factor, double x) const;
    /// To later times by so many pixels.
    TimeScale moved(double pixels) const;
    friend bool operator==(const TimeScale&, const TimeScale&) = default;
};

struct TimeTick {
    int64_t time = 0;
    QString label;
};
/// At round times since `origin`, not closer than `minPixels`, and none within a pause that is narrow.
std::vector<TimeTick> timeTicks(const TimeScale& scale, int64_t origin, int minPixels);

/// "12.30 ms", "4.050 s": four digits in the unit that fits.
QString preciseDuration(double seconds);
/// A time since the origin, as precise as `step` needs: "2.450 s", "1:02:03".
QString offsetText(int64_t nanoseconds, int64_t step);

} // namespace knobscope

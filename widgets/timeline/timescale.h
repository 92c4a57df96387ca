// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace knobscope {

/// Which part of time a width of pixels shows.
struct TimeScale {
    int64_t from = 0; ///< nanoseconds
    int64_t to = 1;
    int width = 1; ///< logical pixels

    double nanosecondsPerPixel() const { return static_cast<double>(to - from) / width; }
    double toX(int64_t time) const { return static_cast<double>(time - from) / nanosecondsPerPixel(); }
    int64_t toTime(double x) const { return from + static_cast<int64_t>(x * nanosecondsPerPixel()); }
    /// Keeps the time under `x` where it is.
    TimeScale zoomed(double factor, double x) const;
    TimeScale moved(int64_t by) const { return {from + by, to + by, width}; }
};

struct TimeTick {
    int64_t time = 0;
    QString label;
};
/// At round times since `origin`, not closer than `minPixels`.
std::vector<TimeTick> timeTicks(const TimeScale& scale, int64_t origin, int minPixels);

/// "12.3 ms", "4.05 s": three digits in the unit that fits.
QString durationText(double seconds);
/// A time since the origin, as precise as `step` needs: "2.450 s", "1:02:03".
QString offsetText(int64_t nanoseconds, int64_t step);

} // namespace knobscope

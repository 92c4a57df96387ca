// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/recordedspace.h"

#include <algorithm>
#include <ctime>

namespace knobscope {

namespace {

/// FLOPs per call; 1 for foreign spaces.
double flopsOf(const RecordedSpace& space)
{
    return space.isForeign ? 1 : space.task.autotvmFlops;
}

} // namespace

std::string dayOf(double unixSeconds)
{
    constexpr double endOf9999 = 253402300799; // clamps to four-digit years, since a file may contain any time
    const auto time = static_cast<std::time_t>(std::clamp(unixSeconds, 0.0, endOf9999));
    std::tm day{};
    gmtime_r(&time, &day);
    return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

std::optional<double> RecordedSpace::flopsAt(int64_t index) const
{
    const auto at = std::ranges::lower_bound(points, index, {}, &RecordedPoint::index);
    if (at == points.end() || at->index != index) {
        return std::nullopt;
    }
    return at->seconds > 0 ? flopsOf(*this) / at->seconds : 0;
}

double RecordedSpace::bestSeconds() const
{
    double best = 0;
    for (const RecordedPoint& point : points) {
        best = point.seconds > 0 && (best <= 0 || point.seconds < best) ? point.seconds : best;
    }
    return best;
}

double RecordedSpace::bestFlops() const
{
    const double seconds = bestSeconds();
    return seconds > 0 ? flopsOf(*this) / seconds : 0;
}

int64_t RecordedSpace::countAtLeast(double share) const
{
    const double enough = share * bestFlops();
    return std::ranges::count_if(
        points, [&](const RecordedPoint& point) { return point.seconds > 0 && flopsOf(*this) / point.seconds >= enough; });
}

int64_t RecordedSpace::failures() const
{
    return std::ssize(points) - std::ranges::count(points, MeasureError::None, &RecordedPoint::error);
}

double RecordedSpace::completeness() const
{
    return static_cast<double>(points.size()) / static_cast<double>(std::max<int64_t>(1, task.space.validCount().high));
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/curve.h"

#include <algorithm>

namespace knobscope {

void Curve::append(const std::vector<TrialPoint>& more)
{
    for (const TrialPoint& point : more) {
        best = point.errorNo == 0 ? std::max(best, point.gflops) : best;
        points.push_back(point);
    }
}

const TrialPoint* Curve::find(qint64 number) const
{
    const auto found = std::lower_bound(points.begin(), points.end(), number,
                                        [](const TrialPoint& point, qint64 wanted) { return point.number < wanted; });
    return found != points.end() && found->number == number ? &*found : nullptr;
}

double ChartScale::xOf(const Curve& curve, const TrialPoint& point) const
{
    return x == XAxis::Trial ? static_cast<double>(point.number) : std::max(0.0, point.timestamp - curve.started);
}

double ChartScale::valueOf(const Curve& curve, double gflops) const
{
    switch (y) {
    case YAxis::Gflops: return gflops;
    case YAxis::Time: return curve.flops / (gflops * 1e9) / secondsUnit;
    case YAxis::PercentOfPeak: return 100 * gflops * curve.plainShare / peakGflops;
    case YAxis::PercentOfBest: return 100 * gflops / bestOf(curve);
    }
    return gflops;
}

} // namespace knobscope

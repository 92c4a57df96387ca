// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/plottedrun.h"

#include <algorithm>
#include <cmath>

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
    const auto found = std::ranges::lower_bound(points, number, {}, &TrialPoint::number);
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
    case YAxis::PercentOfPeak: {
        const double peak = peakOf(curve);
        return peak > 0 ? 100 * gflops * curve.plainShare / peak : std::nan("");
    }
    case YAxis::PercentOfBest: return 100 * gflops / bestOf(curve);
    }
    return gflops;
}

PlottedRun::PlottedRun(Curve curve)
    : m_curve(std::move(curve))
{
}

void PlottedRun::setFilter(const std::vector<TrialFilter>& filters, std::shared_ptr<const Task> task)
{
    m_task = std::move(task);
    m_filter = TrialCondition(filters, m_curve.run, m_task.get());
    forgetThinning();
}

const Thinning& PlottedRun::thin(const ChartScale& scale, const CellGrid& grid)
{
    if (m_thinned == 0 || grid != m_thinning.grid()) {
        m_thinning = Thinning(grid);
        m_steps.clear();
        m_best = m_end = 0;
        m_thinned = 0;
    }
    for (; m_thinned < m_curve.points.size(); ++m_thinned) {
        const TrialPoint& point = m_curve.points[m_thinned];
        const double x = scale.xOf(m_curve, point);
        m_end = std::max(m_end, x);
        if (!m_filter.matches(point)) {
            continue;
        }
        if (point.errorNo != 0) {
            m_thinning.addFailure(x, outcomeOf(point.errorNo));
            continue;
        }
        const double value = scale.valueOf(m_curve, point.gflops);
        m_thinning.addSuccess({x, value});
        if (point.gflops > m_best && std::isfinite(value)) {
            m_best = point.gflops;
            // Keeps x monotonic: trials can end at the same moment, and an earlier one can be stored later.
            m_steps.emplace_back(m_steps.empty() ? x : std::max(x, m_steps.back().x()), value);
        }
    }
    return m_thinning;
}

std::vector<QPointF> PlottedRun::steps() const
{
    std::vector<QPointF> steps = m_steps;
    if (!steps.empty()) {
        steps.emplace_back(std::max(m_end, steps.back().x()), steps.back().y());
    }
    return steps;
}

void PlottedRun::survey(const ChartScale& scale)
{
    m_extent = m_surveyed == 0 ? Extent() : m_extent;
    for (; m_surveyed < m_curve.points.size(); ++m_surveyed) {
        const TrialPoint& point = m_curve.points[m_surveyed];
        m_extent.right = std::max(m_extent.right, scale.xOf(m_curve, point));
        if (!m_filter.matches(point)) {
            continue;
        }
        m_extent.outcomes |= 1U << static_cast<unsigned>(outcomeOf(point.errorNo));
        if (point.errorNo == 0) {
            const double value = scale.valueOf(m_curve, point.gflops);
            m_extent.low = std::min(m_extent.low, value);
            m_extent.high = std::max(m_extent.high, value);
        }
    }
}

void PlottedRun::collectValues(const ChartScale& scale, std::vector<double>& values) const
{
    for (const TrialPoint& point : m_curve.points) {
        if (point.errorNo == 0 && m_filter.matches(point)) {
            values.push_back(scale.valueOf(m_curve, point.gflops));
        }
    }
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/plottedrun.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kSameSpeed = 1e-9; ///< relative: a tie has its partner's figure, but for rounding

} // namespace

QPainterPath diamondMarker(double size)
{
    QPainterPath path;
    path.addPolygon(QPolygonF{QPointF(0, -size / 2), QPointF(size / 2, 0), QPointF(0, size / 2), QPointF(-size / 2, 0)});
    path.closeSubpath();
    return path;
}

QPainterPath tieMarker(double size)
{
    QPainterPath ring;
    ring.addEllipse(QPointF(), size / 2, size / 2);
    ring.addEllipse(QPointF(), size / 2 - 1.2, size / 2 - 1.2);
    return ring;
}

void Curve::append(const std::vector<TrialPoint>& more, RunTrials* shared)
{
    for (const TrialPoint& point : more) {
        best = std::max(best, point.gflops);
    }
    shared ? shared->append(run, points, more) : points.append(more);
}

const TrialPoint* Curve::find(qint64 number) const
{
    const TrialPoint* found = std::ranges::lower_bound(points, number, {}, &TrialPoint::number);
    return found != points.end() && found->number == number ? found : nullptr;
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
}

void PlottedRun::forgetPlotted()
{
    m_plotted = 0;
    m_end = m_best = 0;
}

void PlottedRun::plot(const ChartScale& scale, std::span<PlotSeries, kSeries> series)
{
    std::vector<QPointF>& line = series.back().points;
    if (!line.empty()) {
        line.pop_back(); // the end
    }
    for (; m_plotted < m_curve.points.size(); ++m_plotted) {
        const TrialPoint& point = m_curve.points[m_plotted];
        const double x = scale.xOf(m_curve, point);
        m_end = std::max(m_end, x);
        if (!m_filter.matches(point)) {
            continue;
        }
        const bool isTie = point.errorNo == 0 && m_best > 0 && std::abs(point.gflops - m_best) <= kSameSpeed * m_best;
        PlotSeries& dots = series[isTie ? kTies : static_cast<size_t>(outcomeOf(point.errorNo))];
        const double value = point.errorNo == 0 ? scale.valueOf(m_curve, point.gflops) : 0;
        dots.points.emplace_back(x, value);
        dots.trials.push_back(m_curve.ref(point));
        if (point.errorNo == 0 && point.gflops > m_best && std::isfinite(value)) {
            m_best = point.gflops;
            // Keeps x monotonic: trials can end at the same moment, and an earlier one can be stored later.
            line.emplace_back(line.empty() ? x : std::max(x, line.back().x()), value);
        }
    }
    if (!line.empty()) {
        line.emplace_back(std::max(m_end, line.back().x()), line.back().y());
    }
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialcondition.h"
#include "widgets/chart/curve.h"
#include "widgets/chart/thinning.h"

#include <QRectF>

#include <memory>

namespace knobscope {

/// A run in the chart: its curve, and what of it passes the filters thinned for the present view. New trials are thinned on top
/// of the old ones; only another view, scale or filter starts from the beginning.
class PlottedRun
{
public:
    explicit PlottedRun(Curve curve);

    Curve& curve() { return m_curve; }
    const Curve& curve() const { return m_curve; }
    void setFilter(const std::vector<TrialFilter>& filters, std::shared_ptr<const Task> task);
    bool passes(const TrialPoint& point) const { return m_filter.holds(point); }

    /// Must be called when anything in the scale changed.
    void forgetThinning() { m_thinned = m_surveyed = 0; }
    /// Takes in the trials that are new since the last call; bounds() and failuresPresent() are as of then.
    void survey(const ChartScale& scale);
    /// The x of all trials and the values of those that pass; null when there is none.
    const QRectF& bounds() const { return m_bounds; }
    /// A bit for each Outcome that occurs among what passes.
    unsigned failuresPresent() const { return m_failuresPresent; }
    /// What of it is drawn.
    const Thinning& thin(const ChartScale& scale, const CellGrid& grid);
    /// Where the best so far of those that pass rose, and the last trial; as of the last thin().
    std::vector<QPointF> steps() const;
    /// All values of the scale that pass.
    void collectValues(const ChartScale& scale, std::vector<double>& values) const;

private:
    Curve m_curve;
    std::shared_ptr<const Task> m_task;
    TrialCondition m_filter{{}, 0, nullptr};
    Thinning m_thinning;
    CellGrid m_grid;
    std::vector<QPointF> m_steps;
    double m_best = 0;
    double m_end = 0; ///< x of the last trial
    size_t m_thinned = 0;
    QRectF m_bounds;
    unsigned m_failuresPresent = 0;
    size_t m_surveyed = 0;
};

} // namespace knobscope

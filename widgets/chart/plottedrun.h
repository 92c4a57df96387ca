// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialcondition.h"
#include "widgets/chart/thinning.h"
#include "widgets/workspace/machinepeaks.h"
#include "widgets/workspace/selection.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>

namespace knobscope {

enum class XAxis : uint8_t { Trial, Time };
enum class YAxis : uint8_t { Gflops, Time, PercentOfPeak, PercentOfBest };

/// One run as the chart keeps it: its trials in order.
struct Curve {
    qint64 run = 0;
    qint64 task = 0;
    double started = 0; ///< Unix seconds
    double flops = 0;   ///< of the task
    std::vector<TrialPoint> points;
    double best = 0;           ///< GFLOPS
    double plainShare = 1;     ///< of `flops`: what counts as two a multiply-add, as the machine's peak does
    int threads = 1;           ///< of the machine's cores; 0: a GPU ran it
    double gpuPeak = 0;        ///< GFLOPS of that GPU; 0: not known

    /// Trials that follow the last one.
    void append(const std::vector<TrialPoint>& more);
    const TrialPoint* find(qint64 number) const;
    TrialRef ref(const TrialPoint& point) const { return {run, point.number}; }
};

/// From trials to what the chart's axes mean.
struct ChartScale {
    XAxis x = XAxis::Trial;
    YAxis y = YAxis::Gflops;
    bool isLog = false; ///< the vertical axis
    double secondsUnit = 1e-3; ///< of YAxis::Time: 1e-3 for ms, 1e-6 for us
    MachinePeaks peaks;        ///< for YAxis::PercentOfPeak
    std::function<double(const Curve&)> bestOf; ///< GFLOPS that are 100 % in YAxis::PercentOfBest

    double xOf(const Curve& curve, const TrialPoint& point) const;
    /// GFLOPS of what ran it; 0: not known.
    double peakOf(const Curve& curve) const { return curve.threads > 0 ? peakGflops(peaks, curve.threads) : curve.gpuPeak; }
    /// Of a speed above 0; no number where the peak of what ran it is not known.
    double valueOf(const Curve& curve, double gflops) const;
};

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
    /// What the run takes up in a scale.
    struct Extent {
        double right = 0;      ///< the greatest x of all trials
        double low = INFINITY; ///< of the values of those that pass
        double high = -INFINITY;
        unsigned outcomes = 0; ///< a bit for each Outcome that occurs among what passes
    };
    /// Takes in the trials that are new since the last call; extent() is as of then.
    void survey(const ChartScale& scale);
    const Extent& extent() const { return m_extent; }
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
    std::vector<QPointF> m_steps;
    double m_best = 0;
    double m_end = 0; ///< x of the last trial
    size_t m_thinned = 0;
    Extent m_extent;
    size_t m_surveyed = 0;
};

} // namespace knobscope

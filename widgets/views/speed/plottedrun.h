// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialcondition.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/project/selection.h"
#include "widgets/views/speed/thinning.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>

namespace knobscope {

enum class XAxis : uint8_t { Trial, Time };
enum class YAxis : uint8_t { Gflops, Time, PercentOfPeak, PercentOfBest };

/// Trials of one run, in order, and the run's properties.
struct Curve {
    qint64 run = 0;
    qint64 task = 0;
    double started = 0; ///< Unix seconds
    double flops = 0;   ///< of the task
    std::vector<TrialPoint> points;
    double best = 0;           ///< GFLOPS
    double plainShare = 1;     ///< of `flops`: share that counts two per multiply-add, like the machine's peak
    int threads = 1;           ///< of the CPU; 0: ran on a GPU
    double gpuPeak = 0;        ///< GFLOPS of that GPU; 0: unknown

    /// Appends trials that follow the last one.
    void append(const std::vector<TrialPoint>& more);
    const TrialPoint* find(qint64 number) const;
    TrialRef ref(const TrialPoint& point) const { return {run, point.number}; }
};

/// Maps trials to chart coordinates.
struct ChartScale {
    XAxis x = XAxis::Trial;
    YAxis y = YAxis::Gflops;
    bool isLog = false; ///< the vertical axis
    double secondsUnit = 1e-3; ///< of YAxis::Time: 1e-3 for ms, 1e-6 for us
    MachinePeaks peaks;        ///< for YAxis::PercentOfPeak
    std::function<double(const Curve&)> bestOf; ///< GFLOPS of 100 % in YAxis::PercentOfBest

    double xOf(const Curve& curve, const TrialPoint& point) const;
    /// GFLOPS of the device that ran it; 0: unknown.
    double peakOf(const Curve& curve) const { return curve.threads > 0 ? peakGflops(peaks, curve.threads) : curve.gpuPeak; }
    /// Converts a speed above 0 to a y value; NaN if the device's peak is unknown.
    double valueOf(const Curve& curve, double gflops) const;
};

/// A run in the chart: its curve, and the trials that pass the filters, thinned for the current view. New trials are thinned
/// incrementally; a new view, scale or filter starts over.
class PlottedRun
{
public:
    explicit PlottedRun(Curve curve);

    Curve& curve() { return m_curve; }
    const Curve& curve() const { return m_curve; }
    void setFilter(const std::vector<TrialFilter>& filters, std::shared_ptr<const Task> task);
    bool passes(const TrialPoint& point) const { return m_filter.matches(point); }

    /// Call after any change of the scale.
    void forgetThinning() { m_thinned = m_surveyed = 0; }
    /// Ranges of the run's values in a scale.
    struct Extent {
        double right = 0;      ///< largest x of all trials
        double low = INFINITY; ///< over the values of trials that pass
        double high = -INFINITY;
        unsigned outcomes = 0; ///< one bit per Outcome among the trials that pass
    };
    /// Adds the trials since the last call; extent() is valid as of that call.
    void survey(const ChartScale& scale);
    const Extent& extent() const { return m_extent; }
    /// Points to draw.
    const Thinning& thin(const ChartScale& scale, const CellGrid& grid);
    /// Points where the best so far (of trials that pass) rose, and the last trial; as of the last thin().
    std::vector<QPointF> steps() const;
    /// Appends the values of all trials that pass.
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

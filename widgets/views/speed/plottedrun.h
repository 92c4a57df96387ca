// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/runtrials.h"
#include "core/store/trialcondition.h"
#include "core/task/speedunit.h"
#include "widgets/base/outcome.h"
#include "widgets/plot/plotseries.h"
#include "widgets/project/machinepeaks.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace knobscope {

enum class XAxis : uint8_t { Trial, Time };
enum class YAxis : uint8_t { Gflops, Time, PercentOfPeak, PercentOfBest };

/// Trials of one run, in order, and the run's properties.
struct Curve {
    qint64 run = 0;
    qint64 task = 0;
    double started = 0; ///< Unix seconds
    double flops = 0;   ///< of the task
    SharedTrials points;
    double best = 0;           ///< GFLOPS, or of `unit`
    SpeedUnit unit = SpeedUnit::Gflops;
    double plainShare = 1;     ///< of `flops`: share that counts two per multiply-add, like the machine's peak
    int threads = 1;           ///< of the CPU; 0: ran on a GPU
    double gpuPeak = 0;        ///< GFLOPS of that GPU; 0: unknown

    /// Appends trials that follow the last one; to those of `shared`, if `points` are from there.
    void append(const std::vector<TrialPoint>& more, RunTrials* shared = nullptr);
    const TrialPoint* find(qint64 number) const;
    /// Number of the last trial; 0: none.
    int64_t last() const { return points.empty() ? 0 : points.back().number; }
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

/// A ring, for trials that are tied with the best so far.
QPainterPath tieMarker(double size);
/// For trials of a run that shares its colour with an earlier one.
QPainterPath diamondMarker(double size);

/// A run in the chart: its curve, and which of its trials pass the filters.
class PlottedRun
{
public:
    /// Of each run: one for each Outcome, in its order, one for trials that count as no faster than the best so far because they
    /// could not be told from it, and the best so far.
    static constexpr size_t kTies = kAllOutcomes.size();
    static constexpr size_t kSeries = kTies + 2;

    explicit PlottedRun(Curve curve);

    Curve& curve() { return m_curve; }
    const Curve& curve() const { return m_curve; }
    void setFilter(const std::vector<TrialFilter>& filters, std::shared_ptr<const Task> task);
    bool passes(const TrialPoint& point) const { return m_filter.matches(point); }

    /// Adds the trials since the last call to the run's series. Trials that failed have no y value.
    void plot(const ChartScale& scale, std::span<PlotSeries, kSeries> series);
    /// The next plot() adds all trials.
    void forgetPlotted();
    /// Largest x of all trials plotted.
    double end() const { return m_end; }

private:
    Curve m_curve;
    std::shared_ptr<const Task> m_task;
    TrialCondition m_filter{{}, 0, nullptr};
    size_t m_plotted = 0;
    double m_end = 0;
    double m_best = 0; ///< GFLOPS, of the trials plotted
};

} // namespace knobscope

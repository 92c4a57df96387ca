// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "widgets/workspace/selection.h"

#include <cstdint>
#include <functional>
#include <vector>

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
    double peakGflops = 0;     ///< of this machine, for YAxis::PercentOfPeak
    std::function<double(const Curve&)> bestOf; ///< GFLOPS that are 100 % in YAxis::PercentOfBest

    double xOf(const Curve& curve, const TrialPoint& point) const;
    /// Of a speed above 0.
    double valueOf(const Curve& curve, double gflops) const;
};

} // namespace knobscope

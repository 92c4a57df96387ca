// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// X axis of a run's curve.
enum class CurveAxis : uint8_t { Trials, Seconds };

/// Position on the axis of a trial of a run that began at `started`.
double placeOf(const TrialPoint& trial, CurveAxis axis, double started);

/// From x on the best so far is `best`.
struct CurveStep {
    double x = 0;
    double best = 0; ///< GFLOPS
    friend bool operator==(const CurveStep&, const CurveStep&) = default;
};

/// Best so far of one run: only its improvements, and a last step at the end of the run. Seconds count from `started`. Empty if
/// no trial succeeded.
std::vector<CurveStep> bestSoFar(std::span<const TrialPoint> trials, CurveAxis axis, double started);

/// Quartiles of the best so far of several runs (seeds), at each x where one of them changes.
struct CurveBand {
    struct Step {
        double x = 0;
        double low = 0;    ///< first quartile
        double median = 0;
        double high = 0;   ///< third quartile
    };
    std::vector<Step> steps;
};
/// A run counts as 0 before its first success, and keeps its best after its end.
CurveBand bandOf(std::span<const std::vector<CurveStep>> curves);

/// When a run first reached `gflops`.
struct Reach {
    double trials = 0;
    double seconds = 0;
};
std::optional<Reach> reachOf(std::span<const TrialPoint> trials, double started, double gflops);

/// Empirical distribution: the share `share` of the values is at most `value`. Ascending, one step per distinct value.
struct DistributionStep {
    double value = 0;
    double share = 0;
};
std::vector<DistributionStep> distributionOf(std::vector<double> values);

} // namespace knobscope

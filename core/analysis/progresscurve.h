// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// What a run is followed along.
enum class CurveAxis : uint8_t { Trials, Seconds };

/// Where a trial of a run that `started` then lies along it.
double placeOf(const TrialPoint& trial, CurveAxis axis, double started);

/// From x on the best so far is `best`.
struct CurveStep {
    double x = 0;
    double best = 0; ///< GFLOPS
    friend bool operator==(const CurveStep&, const CurveStep&) = default;
};

/// The best so far of one run: its improvements alone, and a last step where the run ends. Seconds count from `started`.
/// Empty when no trial succeeded.
std::vector<CurveStep> bestSoFar(std::span<const TrialPoint> trials, CurveAxis axis, double started);

/// The best so far of several runs (seeds) at each x where one of them changes.
struct CurveBand {
    struct Step {
        double x = 0;
        double low = 0;    ///< first quartile
        double median = 0;
        double high = 0;   ///< third quartile
    };
    std::vector<Step> steps;
};
/// Before its first success a run counts as 0; after its end it keeps its best.
CurveBand bandOf(std::span<const std::vector<CurveStep>> curves);

/// When a run first had `gflops` or more.
struct Reach {
    double trials = 0;
    double seconds = 0;
};
std::optional<Reach> reachOf(std::span<const TrialPoint> trials, double started, double gflops);

/// The empirical distribution of values: `share` of them are at most `value`. Ascending, one step a distinct value.
struct DistributionStep {
    double value = 0;
    double share = 0;
};
std::vector<DistributionStep> distributionOf(std::vector<double> values);

} // namespace knobscope

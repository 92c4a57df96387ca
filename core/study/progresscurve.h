// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/bestcurve.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// Shares of the best in tables of what was reached when.
inline constexpr std::array<double, 3> kReachShares{0.90, 0.95, 0.99};
/// Of kReachShares: the share by which tuners are ranked and verdicts are given.
inline constexpr size_t kRankingShare = 1;
inline constexpr double kVerdictShare = kReachShares[kRankingShare];
/// Significance level of verdicts: largest p that shows a difference.
inline constexpr double kVerdictLevel = 0.05;

/// X axis of a run's curve.
enum class CurveAxis : uint8_t { Trials, Seconds };

/// Position on the axis of a trial of a run that began at `started`.
double placeOf(const TrialPoint& trial, CurveAxis axis, double started);

/// Best so far of one run: only its improvements, and a last step at the end of the run. Seconds count from `started`. Empty if
/// no trial succeeded.
std::vector<CurveStep> bestSoFar(std::span<const TrialPoint> trials, CurveAxis axis, double started);

/// Where a curve first reaches a level above 0; nullopt: never.
std::optional<double> reachOf(std::span<const CurveStep> curve, double level);

/// Quartiles of the best so far of several runs (seeds), from x on.
struct BandStep {
    double x = 0;
    double low = 0;    ///< first quartile
    double median = 0;
    double high = 0;   ///< third quartile
};
/// One step at each x where a curve changes. A run counts as 0 before its first success, and keeps its best after its end.
std::vector<BandStep> bandOf(std::span<const std::vector<CurveStep>> curves);

/// Steps of a distribution: more than a screen can show, and not one for each of a million trials.
inline constexpr size_t kMostDistributionSteps = 4000;

/// Empirical distribution: the share `share` of the values is at most `value`. Ascending, one step per distinct value; if there
/// are many more than `most`, only every second, every third and so on, and the last.
struct DistributionStep {
    double value = 0;
    double share = 0;
};
std::vector<DistributionStep> distributionOf(std::vector<double> values, size_t most = kMostDistributionSteps);

} // namespace knobscope

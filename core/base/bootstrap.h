// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <random>
#include <span>
#include <vector>

namespace knobscope {

/// Resamples with replacement; a resample has as many values as the sample.
class Resampler
{
public:
    std::vector<double> draw(std::span<const double> values);

private:
    std::mt19937_64 m_random{1};
};

struct BootstrapInterval {
    double low = 0;
    double high = 0;
};
/// The 95 % interval of a statistic by the percentile bootstrap (Efron 1979): calls `statistic` 2,000 times, which computes it
/// from resamples. Deterministic. Too narrow for samples of fewer than about 10 values; verdicts therefore use rank tests.
BootstrapInterval bootstrapInterval(const std::function<double(Resampler&)>& statistic);

struct DifferenceInterval {
    double difference = 0; ///< median of the first minus median of the second
    double low = 0;
    double high = 0;
};
/// The difference of two medians with its bootstrap interval. Values must be finite.
DifferenceInterval medianDifference(std::span<const double> first, std::span<const double> second);

} // namespace knobscope

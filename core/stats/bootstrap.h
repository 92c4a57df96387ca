// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace knobscope {

struct DifferenceInterval {
    double difference = 0; ///< median of the first less median of the second
    double low = 0;
    double high = 0;
};

/// The difference of two medians with its 95 % interval by the percentile bootstrap (Efron 1979): both samples are drawn anew
/// 4,000 times. The same seed gives the same interval. Values must be finite; with fewer than about 5 in a sample the interval
/// is too narrow, which is why verdicts rest on the rank test.
DifferenceInterval medianDifference(std::span<const double> first, std::span<const double> second, uint64_t seed = 1);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/bootstrap.h"

#include "core/stats/statistics.h"

#include <random>
#include <vector>

namespace knobscope {

namespace {

constexpr size_t draws = 4000;

double medianOfDraw(std::span<const double> values, std::mt19937_64& random, std::vector<double>& drawn)
{
    drawn.resize(values.size());
    for (double& value : drawn) {
        value = values[random() % values.size()]; // the modulo's bias is below 2^-50 at these sizes
    }
    return median(drawn);
}

} // namespace

DifferenceInterval medianDifference(std::span<const double> first, std::span<const double> second, uint64_t seed)
{
    DifferenceInterval interval;
    if (first.empty() || second.empty()) {
        return interval;
    }
    interval.difference = median(first) - median(second);
    std::mt19937_64 random(seed);
    std::vector<double> drawn;
    std::vector<double> differences(draws);
    for (double& difference : differences) {
        const double a = medianOfDraw(first, random, drawn);
        difference = a - medianOfDraw(second, random, drawn);
    }
    interval.low = quantile(differences, 0.025);
    interval.high = quantile(differences, 0.975);
    return interval;
}

} // namespace knobscope

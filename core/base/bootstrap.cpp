// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bootstrap.h"

#include "core/base/statistics.h"

namespace knobscope {

namespace {

constexpr size_t kResamples = 2000;

} // namespace

std::vector<double> Resampler::draw(std::span<const double> values)
{
    std::vector<double> drawn(values.size());
    for (double& value : drawn) {
        value = values[m_random() % values.size()]; // the modulo bias is below 2^-50 at these sizes
    }
    return drawn;
}

BootstrapInterval bootstrapInterval(const std::function<double(Resampler&)>& statistic)
{
    Resampler resampler;
    std::vector<double> values(kResamples);
    for (double& value : values) {
        value = statistic(resampler);
    }
    return {quantile(values, 0.025), quantile(values, 0.975)};
}

DifferenceInterval medianDifference(std::span<const double> first, std::span<const double> second)
{
    if (first.empty() || second.empty()) {
        return {};
    }
    const BootstrapInterval interval = bootstrapInterval([&](Resampler& resampler) {
        const double a = median(resampler.draw(first));
        return a - median(resampler.draw(second));
    });
    return {median(first) - median(second), interval.low, interval.high};
}

} // namespace knobscope

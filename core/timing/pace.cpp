// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/pace.h"

#include "core/base/statistics.h"
#include "core/target/fmaloop.h"
#include "core/timing/interruption.h"

#include <algorithm>
#include <vector>

namespace knobscope {

namespace {

constexpr int64_t kProbeRounds = 30'000;
constexpr size_t kSustainedSamples = 101;      // samples; a third of a second between kernels
constexpr int kCalibrations = 4;
constexpr int kCalibrationSamples = 4000; // samples; a sixth of a second
constexpr size_t kSmoothingRadius = 3;

} // namespace

PaceGauge::PaceGauge(std::function<double()> rate)
    : m_rate(std::move(rate))
{
}

void PaceGauge::expectBest(double rate)
{
    m_best = std::max(m_best, rate);
}

double PaceGauge::sampleRate()
{
    const double rate = m_rate ? m_rate() : 0;
    m_isKnown = rate > 0;
    return rate;
}

void PaceGauge::calibrate()
{
    for (int i = 0; i < kCalibrations && sampleRate() > 0; ++i) {
        std::vector<double> rates;
        for (int k = 0; k < kCalibrationSamples; ++k) {
            rates.push_back(sampleRate());
        }
        m_best = std::max(m_best, median(rates));
    }
}

double PaceGauge::now()
{
    const double rate = sampleRate();
    if (!m_isKnown) {
        return 1;
    }
    m_recent.push_back(rate);
    if (m_recent.size() > kSustainedSamples) {
        m_recent.pop_front();
    }
    const std::vector<double> recent(m_recent.begin(), m_recent.end());
    if (m_recent.size() == kSustainedSamples || m_best == 0) {
        m_best = std::max(m_best, median(recent));
    }
    return rate / m_best;
}

double secondsAtFullPace(std::span<const PacedSample> samples)
{
    std::vector<double> full;
    for (size_t i = 0; i < samples.size(); ++i) {
        std::vector<double> paces;
        const size_t from = i < kSmoothingRadius ? 0 : i - kSmoothingRadius;
        for (size_t j = from; j <= i + kSmoothingRadius && j < samples.size(); ++j) {
            paces.push_back(samples[j].pace);
        }
        full.push_back(samples[i].seconds * median(paces));
    }
    return undisturbedTime(full);
}

double fmaRate()
{
    static const FmaLoop loop = widestFmaLoop();
    volatile float sink = 0;
    const double seconds = timeUninterrupted([&] { sink = loop.run(kProbeRounds); }, 1);
    return seconds > 0 ? loop.flops(kProbeRounds) / seconds : 0;
}

} // namespace knobscope

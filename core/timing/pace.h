// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <span>

namespace knobscope {

/// Gauges the pace of the machine: the rate of a small fixed loop of independent multiply-adds that saturates the units, as a
/// share of the best rate seen on this machine. Load on the core's other thread, heat and a busy hypervisor lower it, and slow a
/// kernel by about the same factor.
class PaceGauge
{
public:
    /// `rate`: runs the loop once and returns FLOP/s; 0 if there is no such loop (a GPU), which makes the pace unknown.
    explicit PaceGauge(std::function<double()> rate);

    /// Returns true if the last sample found a pace.
    bool isKnown() const { return m_isKnown; }
    /// Sets the best rate seen by other processes; lower values are ignored.
    void expectBest(double rate);
    /// For a machine without a known best rate: runs only the loop for most of a second. Between kernels the loop is slower,
    /// because they heat the core; a best rate found during a run would make all later times longer than the earlier ones.
    void calibrate();
    /// Runs the loop and returns the current pace, above 0; 1 if unknown. Single samples scatter by 5 % and may exceed 1: use
    /// medians.
    double now();
    /// FLOP/s. Best median of 101 consecutive samples: a sustained rate, not a lucky sample.
    double bestRate() const { return m_best; }

private:
    std::function<double()> m_rate;
    double sampleRate();
    bool m_isKnown = false;
    double m_best = 0;
    std::deque<double> m_recent;
};

/// One timing with the pace around it.
struct PacedSample {
    double seconds = 0;
    double pace = 1;
};
/// Estimated seconds of a kernel at full pace without disturbance: `undisturbedTime` of the samples, each multiplied by the
/// median pace of the samples around it (docs/decisions/0017 has the figures). A pace above 1 is used as it is. NaN if empty.
double secondsAtFullPace(std::span<const PacedSample> samples);

/// FLOP/s of FmaLoop on the calling thread; takes about 50 µs.
double fmaRate();

} // namespace knobscope

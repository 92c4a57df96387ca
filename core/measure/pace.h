// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <functional>
#include <span>

namespace knobscope {

/// The pace of the machine: the rate of a small fixed loop of independent multiply-adds that fills the units, as a share of the
/// best rate that this machine has shown. A neighbour on the core's other thread, heat and a busy hypervisor lower it, and slow
/// a kernel about alike.
class PaceGauge
{
public:
    /// `rate`: runs the loop once and says its FLOP/s; 0 where there is no such loop (a GPU), so that the pace is not known.
    explicit PaceGauge(std::function<double()> rate);

    /// Whether the last look found a pace.
    bool isKnown() const { return m_isKnown; }
    /// The best that was seen before, by other processes; lower ones change nothing.
    void expectBest(double rate);
    /// For a machine of which nothing is known: runs nothing but the loop for most of a second. Between kernels it is slower, by
    /// what they heat; a best that is met in the course of a run makes all times after it longer than those before.
    void calibrate();
    /// Runs the loop: the pace now, above 0; 1 when it is not known. Single looks scatter by 5 %, so that one may come out above
    /// 1: take medians.
    double now();
    /// FLOP/s. The best median of 101 looks in a row: what the machine can keep up, not a lucky moment.
    double bestRate() const { return m_best; }

private:
    std::function<double()> m_rate;
    double look();
    bool m_isKnown = false;
    double m_best = 0;
    std::deque<double> m_recent;
};

/// One timing with the pace around it.
struct PacedSample {
    double seconds = 0;
    double pace = 1;
};
/// What the kernel takes when the machine is at its full pace and nothing disturbs it: `undisturbed` of the samples, each times
/// the median pace of the samples around it (docs/decisions/0017 has the figures). A pace above 1 counts as what it is: the
/// kernel went with it. NaN of nothing.
double secondsAtFullPace(std::span<const PacedSample> samples);

/// FLOP/s of FmaLoop on the calling thread, for about 50 µs.
double fmaRate();

} // namespace knobscope

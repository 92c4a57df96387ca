// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace knobscope {

/// How far a run is, as stop rules see it.
struct RunStanding {
    int64_t trials = 0;
    int64_t sinceBest = 0;  ///< trials after the best one
    double seconds = 0;     ///< since the start or the last resumption, pauses left out
    double bestGflops = 0;      ///< as AutoTVM counts
    double bestPlainGflops = 0; ///< the same, counted as peaks are: two operations a multiply-add
};

/// When a run ends: one condition, or a union of several of which the first that holds ends the run. A value.
class StopRule
{
public:
    enum class Kind : uint8_t { Never, Trials, Seconds, Plateau, Target, TargetPercent, AnyOf };

    /// Never holds.
    StopRule() = default;
    static StopRule trials(int64_t count);
    static StopRule seconds(double seconds);
    /// No better config in so many trials.
    static StopRule plateau(int64_t trials);
    static StopRule target(double gflops);
    /// Of the machine's measured peak, in GFLOPS.
    static StopRule targetPercent(double percent, double peakGflops);
    static StopRule anyOf(std::vector<StopRule> rules);

    Kind kind() const { return m_kind; }
    const std::vector<StopRule>& parts() const { return m_parts; }
    /// The sentence of the first part that holds, null while the run goes on: "no better config in 50 trials".
    std::optional<Sentence> verdict(const RunStanding& standing) const;
    /// The least number of trials, or of seconds, at which it surely holds.
    std::optional<int64_t> trialLimit() const;
    std::optional<double> secondLimit() const;
    /// How many seconds are left of a run that has done so many of `total` trials: to the last one or the limit of time,
    /// whichever comes first; -1: not known.
    double secondsLeft(const RunStanding& standing, int64_t total, double trialsPerSecond) const;
    /// "128 trials, 10 min, or no better config in 50 trials"; "no limit" for one that never holds.
    Sentence text() const;

    friend bool operator==(const StopRule&, const StopRule&) = default;

private:
    StopRule(Kind kind, double amount, double peak = 0)
        : m_kind(kind)
        , m_amount(amount)
        , m_peak(peak)
    {
    }
    Kind m_kind = Kind::Never;
    double m_amount = 0;
    double m_peak = 0; ///< GFLOPS
    std::vector<StopRule> m_parts;
};

} // namespace knobscope

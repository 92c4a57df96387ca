// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/confirm.h"
#include "core/loop/loop.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace knobscope {

/// What a run has come to so far: its trials counted, and the best of them.
class Scoreboard
{
public:
    /// `flops`: of a call, as AutoTVM counts them; `plainFlops`: two a multiply-add.
    Scoreboard(double flops, double plainFlops)
        : m_flops(flops)
        , m_plainFlops(plainFlops)
    {
    }

    /// Counts the next trial. Its FLOP/s; 0 when it failed.
    double count(int64_t index, const MeasureResult& result, bool isRestored);
    /// The trials of a config, of those in worked().
    std::vector<RankedTrial> trialsOf(int64_t index) const;
    /// One of worked() counts with another result from now on.
    void correct(int64_t number, const MeasureResult& result);

    void scale(const TrialScale& scale);

    int64_t done() const { return m_done; }
    int64_t measured() const { return m_done - m_restored; } ///< not restored
    int64_t sinceBest() const { return m_best.number > 0 ? m_done - m_best.number + 1 : m_done; } ///< AutoTVM's count of it
    int64_t errorsInARow() const { return m_errorsInARow; }
    double bestGflops() const;
    double bestPlainGflops() const { return m_best.number > 0 ? m_plainFlops / m_best.seconds / 1e9 : 0; }
    const RankedTrial& best() const { return m_best; } ///< its config is -1 while nothing worked
    /// Trials that worked, by number: the quickest rememberedTrials of them at least, so that a run of days stays small.
    const std::vector<RankedTrial>& worked() const { return m_worked; }
    static constexpr size_t rememberedTrials = 1000;

    /// Fills in what it knows; `elapsedSeconds` must be there.
    void fill(Progress& progress) const;
    void fill(RunFinished& finished) const;

private:
    void takeBest(const RankedTrial& trial);
    void forgetTheSlow();
    void findBest();

    double m_flops;
    double m_plainFlops;
    int64_t m_done = 0;
    int64_t m_restored = 0;
    int64_t m_errors = 0;
    int64_t m_errorsInARow = 0;
    double m_current = 0;
    double m_buildSeconds = 0; ///< of what was measured here
    double m_runSeconds = 0;
    RankedTrial m_best{0, -1};
    std::vector<RankedTrial> m_worked;
    std::deque<double> m_paces; ///< of the last pacedTrials, failed or not, as their rows have it; 0: not known
};

} // namespace knobscope

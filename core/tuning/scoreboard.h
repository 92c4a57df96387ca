// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/confirm.h"
#include "core/tuning/loop.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace knobscope {

/// Counts the trials of a run and tracks the best of them.
class Scoreboard
{
public:
    /// `flops`: per call, as AutoTVM counts them; `plainFlops`: two per multiply-add.
    Scoreboard(double flops, double plainFlops)
        : m_flops(flops)
        , m_plainFlops(plainFlops)
    {
    }

    /// Adds to a tied result, before it is counted, the trial that it is tied with and its own share: the earliest trial with the
    /// partner's seconds that is no tie itself. Leaves a tie with a kernel that is no trial of this run unchanged.
    void markTie(MeasureResult& result) const;
    /// Counts the next trial. Returns its FLOP/s; 0 if it failed.
    double count(int64_t index, const MeasureResult& result, bool isRestored);
    /// Trials of a config among worked().
    std::vector<RankedTrial> trialsOf(int64_t index) const;
    /// Replaces the result of a trial in worked().
    void correct(int64_t number, const MeasureResult& result);

    void scale(const TrialScale& scale);

    int64_t done() const { return m_done; }
    int64_t measured() const { return m_done - m_restored; } ///< not restored
    int64_t sinceBest() const { return m_best.number > 0 ? m_done - m_best.number + 1 : m_done; } ///< counted as AutoTVM does
    int64_t errorsInARow() const { return m_errorsInARow; }
    double bestGflops() const;
    double bestSeconds(int64_t last) const; ///< among the first `last` trials; 0 if none worked
    double bestPlainGflops() const { return m_best.number > 0 ? m_plainFlops / m_best.seconds / 1e9 : 0; }
    const RankedTrial& best() const { return m_best; } ///< its index is -1 before any trial worked
    /// Trials that worked, by number: at least the fastest kRememberedTrials, which bounds the memory of a run of days.
    const std::vector<RankedTrial>& worked() const { return m_worked; }
    static constexpr size_t kRememberedTrials = 1000;

    /// Fills in the fields that it tracks; `elapsedSeconds` must be set.
    void fill(Progress& progress) const;
    void fill(RunFinished& finished) const;

private:
    void updateBest(const RankedTrial& trial);
    void trimHistory();
    void findBest();

    double m_flops;
    double m_plainFlops;
    int64_t m_done = 0;
    int64_t m_restored = 0;
    int64_t m_errors = 0;
    int64_t m_errorsInARow = 0;
    double m_current = 0;
    double m_buildSeconds = 0; ///< of the trials measured in this session
    double m_runSeconds = 0;
    RankedTrial m_best{0, -1};
    std::vector<RankedTrial> m_worked;
    std::deque<double> m_paces; ///< of the last kPacedTrials, including failed ones, as in their rows; 0: unknown
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/scoreboard.h"

#include "core/store/rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace knobscope {

namespace {

constexpr double kSameSeconds = 1e-9; // relative; differences of one kernel's seconds by rounding

} // namespace

void Scoreboard::markTie(MeasureResult& result) const
{
    Timing& timing = result.timing;
    const double ratio = timing.ratio.value_or(1);
    if (result.error != MeasureError::None || !timing.isTied || !(ratio > 0)) {
        return;
    }
    const double partner = result.meanCost() / std::max(1.0, ratio);
    const auto isPartner = [&](const RankedTrial& t) {
        return !t.isTied && std::abs(t.seconds - partner) <= kSameSeconds * partner;
    };
    if (const auto found = std::ranges::find_if(m_worked, isPartner); found != m_worked.end()) {
        timing.tiedWith = found->number;
        timing.share = std::min(1.0, ratio);
    }
}

double Scoreboard::count(int64_t index, const MeasureResult& result, bool isRestored)
{
    const bool worked = result.error == MeasureError::None && result.meanCost() > 0;
    ++m_done;
    m_errorsInARow = worked ? 0 : m_errorsInARow + 1;
    m_errors += worked ? 0 : 1;
    m_restored += isRestored ? 1 : 0;
    if (!isRestored) {
        m_buildSeconds += result.buildSeconds;
        m_runSeconds += result.runSeconds;
    }
    const Timing& timing = result.timing;
    m_paces.push_back(timing.pace);
    if (std::ssize(m_paces) > kPacedTrials) {
        m_paces.pop_front();
    }
    if (!worked) {
        return 0;
    }
    m_current = m_flops / result.meanCost();
    m_worked.push_back({m_done, index, result.meanCost(), timing.speedup, timing.ratio.value_or(1), timing.tiedWith.has_value()});
    updateBest(m_worked.back());
    trimHistory();
    return m_current;
}

void Scoreboard::trimHistory()
{
    if (m_worked.size() < 2 * kRememberedTrials) { // runs rarely, because it visits all trials
        return;
    }
    const auto last = m_worked.begin() + kRememberedTrials;
    std::nth_element(m_worked.begin(), last, m_worked.end());
    m_worked.erase(last, m_worked.end());
    std::ranges::sort(m_worked, {}, &RankedTrial::number);
}

void Scoreboard::updateBest(const RankedTrial& trial)
{
    if (m_best.number == 0 || trial.seconds < m_best.seconds) {
        m_best = trial;
    }
}

std::vector<RankedTrial> Scoreboard::trialsOf(int64_t index) const
{
    std::vector<RankedTrial> trials;
    std::copy_if(m_worked.begin(), m_worked.end(), std::back_inserter(trials),
                 [&](const RankedTrial& trial) { return trial.index == index; });
    return trials;
}

void Scoreboard::correct(int64_t number, const MeasureResult& result)
{
    const auto trial = std::find_if(m_worked.begin(), m_worked.end(), [&](const RankedTrial& t) { return t.number == number; });
    if (trial == m_worked.end()) {
        return;
    }
    if (const int64_t back = m_done - number; back < std::ssize(m_paces)) {
        *(m_paces.rbegin() + back) = result.timing.pace;
    }
    if (result.error == MeasureError::None) {
        trial->seconds = result.meanCost();
        trial->speedup = result.timing.speedup;
        trial->isTied = result.timing.tiedWith.has_value();
    } else {
        ++m_errors;
        m_worked.erase(trial);
    }
    findBest();
}

void Scoreboard::scale(const TrialScale& scale)
{
    for (RankedTrial& worked : m_worked) {
        if (worked.speedup > 0) {
            worked.speedup = scale.speedup(worked.seconds, worked.speedup);
            worked.seconds = scale.seconds(worked.seconds);
        }
    }
    findBest();
}

void Scoreboard::findBest()
{
    m_best = {0, -1};
    for (const RankedTrial& worked : m_worked) {
        updateBest(worked);
    }
}

double Scoreboard::bestGflops() const
{
    return m_best.number > 0 ? m_flops / m_best.seconds / 1e9 : 0;
}

double Scoreboard::bestSeconds(int64_t last) const
{
    double best = 0;
    for (const RankedTrial& worked : m_worked) {
        best = worked.number <= last && (best == 0 || worked.seconds < best) ? worked.seconds : best;
    }
    return best;
}

void Scoreboard::fill(Progress& p) const
{
    p.done = m_done;
    p.currentGflops = m_current / 1e9;
    p.bestGflops = bestGflops();
    p.bestSpeedup = m_best.speedup;
    p.pace = m_paces.empty() ? 0 : m_paces.back();
    p.errors = m_errors;
    if (measured() > 0 && p.elapsedSeconds > 0) {
        const auto n = static_cast<double>(measured());
        p.trialsPerSecond = n / p.elapsedSeconds;
        p.buildSeconds = m_buildSeconds / n;
        p.runSeconds = m_runSeconds / n;
        p.buildersBusy = m_buildSeconds / p.elapsedSeconds;
        p.deviceIdle = std::clamp(1 - m_runSeconds / p.elapsedSeconds, 0.0, 1.0);
    }
}

void Scoreboard::fill(RunFinished& done) const
{
    done.trials = m_done;
    done.errors = m_errors;
    done.bestGflops = bestGflops();
    done.bestIndex = m_best.index;
    done.bestSeconds = m_best.seconds;
    done.bestSpeedup = m_best.speedup;
    const auto known = std::count_if(m_paces.begin(), m_paces.end(), [](double pace) { return pace > 0; });
    done.pace = known > 0 ? std::accumulate(m_paces.begin(), m_paces.end(), 0.0) / static_cast<double>(known) : 0;
}

} // namespace knobscope

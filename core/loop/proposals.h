// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/recordedorder.h"

#include <cstdint>
#include <deque>
#include <functional>

namespace knobscope {

/// What a run is to try next.
struct Proposal {
    int64_t index = 0;
    TrialOrigin origin = TrialOrigin::Tuner;
    bool isNoTrial = false; ///< it takes its turn: left out as hopeless, or measured already
    std::vector<StageTime> stages;
};

/// What a run tries, and who hears what comes of it: the order that was recorded, seeds, what a person added, and what the tuner
/// proposes and the pruner lets pass.
class Proposals
{
public:
    /// `task` must stay; `say` hears what the tuner has to say.
    Proposals(const LoopTask& task, std::function<void(const Sentence&)> say);
    /// Makes the tuner. Refuses one that cannot start, and what cannot be pruned.
    Result<void> open(const Measurer& measurer);
    /// Tells it what counts as measured.
    void tellKnown();

    /// So many trials were recorded, and these are played back as they were.
    int64_t recorded() const { return m_recorded.count(); }
    /// How many were sent off.
    int64_t launched() const { return m_launched; }
    /// Takes the next, of `limit` trials; nullopt: there is none now. `isLast`: nothing is on its way from which the tuner might
    /// learn more.
    std::optional<Proposal> next(std::optional<int64_t> limit, bool isLast);
    /// It was sent off as a trial.
    void count() { ++m_launched; }
    /// The recorded trial of a config that is played back now; null when there is none.
    const RecordedTrial* takeRecorded(int64_t index) { return m_recorded.take(index); }

    /// A person wants this config measured. Those that are not taken are dropped when the run ends.
    void add(int64_t index) { m_added.push_back(index); }
    bool hasAdded() const { return !m_added.empty(); }
    std::deque<int64_t> dropAdded() { return std::exchange(m_added, {}); }

    /// What came of a trial, in its turn; it is the run's number `done`.
    void hear(const Trial& trial, TrialOrigin origin, int64_t done);
    /// The turn of one that is no trial: the tuner hears what it may reach at most, or came to before.
    void hearNoTrial(int64_t index);
    /// How many proposals the pruner left out.
    int64_t pruned() const { return m_pruner ? m_pruner->count().pruned : 0; }
    void fill(RunFinished& finished);

private:
    std::optional<Proposal> propose(std::optional<int64_t> limit, bool isLast);
    std::optional<int64_t> proposed();

    const LoopTask& m_task;
    std::function<void(const Sentence&)> m_say;
    RecordedOrder m_recorded;
    std::optional<Pruner> m_pruner;
    std::unique_ptr<Tuner> m_tuner;
    WarmStart m_warm;
    std::deque<int64_t> m_added; ///< asked for, not taken yet
    int64_t m_launched = 0;
};

} // namespace knobscope

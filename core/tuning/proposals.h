// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>

namespace knobscope {

/// Replays the trials of a resumed run in order: the tuner makes the same proposals and receives the recorded results. If it
/// proposes something else, as on a machine with other bounds, the replay diverges: the tuner observes the remaining trials as if
/// others had made them, and its own proposal comes after them. So no recorded trial is lost.
class ReplayLog
{
public:
    /// `trials` must outlive this object.
    explicit ReplayLog(std::span<const RecordedTrial> trials);

    int64_t count() const { return static_cast<int64_t>(m_trials.size()); }
    /// Returns the next trial after `launched` trials and its origin, if it does not come from the tuner: user-added trials, and
    /// all trials after divergence.
    std::optional<std::pair<int64_t, TrialOrigin>> next(int64_t launched);
    /// Returns true if a trial of this config is still to be replayed.
    bool holds(int64_t index) const;
    /// Removes and returns the recorded trial of a config for replay; null if there is none.
    const RecordedTrial* take(int64_t index);

    /// Recorded trial of a config that the tuner has observed without proposing it, so that it is not measured again; otherwise
    /// null.
    const RecordedTrial* findObserved(int64_t index) const;

    /// Returns true if the tuner's proposal differs from the one recorded after `launched` trials; stores it for later then.
    bool diverge(int64_t launched, std::optional<int64_t> proposal);
    /// Returns the proposal stored at divergence, once.
    std::optional<int64_t> takeProposal();

private:
    const RecordedTrial* at(int64_t launched) const;

    std::span<const RecordedTrial> m_trials;
    std::map<int64_t, std::deque<const RecordedTrial*>> m_remaining; ///< by config, which may have been measured twice
    std::map<int64_t, const RecordedTrial*> m_observed; ///< observed after divergence
    std::optional<int64_t> m_proposal;
    bool m_hasDiverged = false;
};

/// The next config of a run.
struct Proposal {
    int64_t index = 0;
    TrialOrigin origin = TrialOrigin::Tuner;
    bool isNoTrial = false; ///< only waits for its turn: pruned, or measured already
    std::vector<StageTime> stages;
};

/// Selects a run's configs and delivers their results: the recorded order, seeds, user-added configs, and proposals of the tuner
/// that pass the pruner.
class Proposals
{
public:
    /// `task` must outlive this object; `onMessage` receives the tuner's messages.
    Proposals(const LoopTask& task, std::function<void(const Sentence&)> onMessage);
    /// Creates the tuner. Fails if it cannot start, or for invalid pruning options.
    Result<void> open(const Measurer& measurer);
    bool isOpen() const { return m_tuner != nullptr; }
    /// Reports the results that count as measured to the tuner.
    void reportKnown();

    /// Number of recorded trials, which are replayed unchanged.
    int64_t recorded() const { return m_recorded.count(); }
    /// Number of submitted trials.
    int64_t launched() const { return m_launched; }
    /// Next proposal, within `limit` trials; nullopt if there is none now. `isLast`: no result is in flight from which the tuner
    /// could learn more.
    std::optional<Proposal> next(std::optional<int64_t> limit, bool isLast);
    /// Counts a proposal that was submitted as a trial.
    void count() { ++m_launched; }
    /// Removes and returns the recorded trial of a config for replay; null if there is none.
    const RecordedTrial* takeRecorded(int64_t index) { return m_recorded.take(index); }

    /// Queues a config on the user's request. Configs still queued when the run ends are dropped.
    void add(int64_t index) { m_added.push_back(index); }
    int64_t added() const { return std::ssize(m_added); }
    std::deque<int64_t> dropAdded() { return std::exchange(m_added, {}); }

    /// Delivers the result of a trial in its turn.
    void onResult(const Trial& trial, TrialOrigin origin);
    /// Handles the turn of a proposal that is not a trial: reports its upper bound or its earlier result to the tuner.
    void onSkipped(int64_t index);
    /// Number of proposals that the pruner skipped.
    int64_t pruned() const { return m_pruner ? m_pruner->count().pruned : 0; }
    void fill(RunFinished& finished);

private:
    std::optional<Proposal> propose(std::optional<int64_t> limit, bool isLast);
    std::optional<int64_t> proposed();

    const LoopTask& m_task;
    std::function<void(const Sentence&)> m_onMessage;
    ReplayLog m_recorded;
    std::optional<Pruner> m_pruner;
    std::unique_ptr<Tuner> m_tuner;
    WarmStart m_warm;
    std::deque<int64_t> m_added; ///< requested, not started yet
    int64_t m_launched = 0;
};

} // namespace knobscope

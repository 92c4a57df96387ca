// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>

namespace knobscope {

/// The trials of a run that is resumed, played back in their order: the tuner proposes what it proposed then, and hears what was
/// measured then. Where it proposes something else, as on a machine whose bounds differ, the order is left: the tuner hears of
/// what remains of it as of trials that others made, and what it asked for comes after that. So no recorded trial is lost.
class RecordedOrder
{
public:
    /// `trials` must stay.
    explicit RecordedOrder(std::span<const RecordedTrial> trials);

    int64_t count() const { return static_cast<int64_t>(m_trials.size()); }
    /// What is next after `launched` trials without asking the tuner, and where it comes from: what a person added, and all once
    /// the order was left.
    std::optional<std::pair<int64_t, TrialOrigin>> next(int64_t launched);
    /// Whether a trial of this config has not been played back yet.
    bool holds(int64_t index) const;
    /// The recorded trial of a config that is played back now; null when there is none.
    const RecordedTrial* take(int64_t index);

    /// Of a config that the tuner heard of without having asked for it: its trial, so that none is measured again; null else.
    const RecordedTrial* heardOf(int64_t index) const;

    /// Whether the tuner's proposal is another than the one recorded after `launched` trials; it is kept for later then.
    bool leave(int64_t launched, std::optional<int64_t> proposal);
    /// What was proposed when the order was left, once.
    std::optional<int64_t> takeProposal();

private:
    const RecordedTrial* at(int64_t launched) const;

    std::span<const RecordedTrial> m_trials;
    std::map<int64_t, std::deque<const RecordedTrial*>> m_left; ///< by config: the same may have been measured twice
    std::map<int64_t, const RecordedTrial*> m_heard; ///< off the order
    std::optional<int64_t> m_proposal;
    bool m_isLeft = false;
};

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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>

namespace knobscope {

/// The next config of a run.
struct Proposal {
    int64_t index = 0;
    bool isTuners = true; ///< otherwise a seed, or added by the user
    bool isPruned = false; ///< no trial: only waits for its turn
    ProposalReason reason;
    std::vector<StageTime> stages;
};

/// Selects a run's configs and delivers their results: seeds, user-added configs, and proposals of the tuner that pass the
/// pruner.
class Proposals
{
public:
    /// `task` must outlive this object; `onMessage` receives the tuner's messages.
    Proposals(const LoopTask& task, std::function<void(const Sentence&)> onMessage);
    /// Creates the tuner and reports known and recorded results to it. Fails if it cannot start, or for invalid pruning options.
    Result<void> open(const Measurer& measurer);
    bool isOpen() const { return m_tuner != nullptr; }
    /// Number of recorded and submitted trials.
    int64_t launched() const { return m_launched; }
    /// Next proposal, within `limit` trials; nullopt if there is none now.
    std::optional<Proposal> next(std::optional<int64_t> limit);
    /// Counts a proposal that was submitted as a trial.
    void count() { ++m_launched; }

    /// Queues a config on the user's request. Configs still queued when the run ends are dropped.
    void add(int64_t index) { m_added.push_back(index); }
    bool hasAdded() const { return !m_added.empty(); }
    std::deque<int64_t> dropAdded() { return std::exchange(m_added, {}); }

    /// Delivers the result of a trial in its turn.
    void onResult(int64_t index, const MeasureResult& result, bool isTuners);
    /// Reports the upper bound of a pruned proposal to the tuner, in its turn.
    void onPruned(int64_t index);
    /// Number of proposals that the pruner skipped.
    int64_t pruned() const { return m_pruner ? m_pruner->count().pruned : 0; }
    void fill(RunFinished& finished);

private:
    /// Reports what counts: the pruner compares with the best, which must not be a tie's noisy value.
    void learnForPruning(int64_t index, const MeasureResult& result);
    /// The result as measured, for the tuner.
    Trial trialOf(int64_t index, const MeasureResult& result) const;

    const LoopTask& m_task;
    std::function<void(const Sentence&)> m_onMessage;
    std::optional<Pruner> m_pruner;
    std::unique_ptr<Tuner> m_tuner;
    WarmStart m_warm;
    std::deque<int64_t> m_seeds{m_task.options.seeds.begin(), m_task.options.seeds.end()}; ///< not started yet
    std::deque<int64_t> m_added; ///< requested, not started yet
    int64_t m_launched = std::ssize(m_task.recorded);
};

} // namespace knobscope

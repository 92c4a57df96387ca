// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/proposals.h"

#include "core/base/statistics.h"
#include "core/tuning/runstart.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>
#include <utility>

namespace knobscope {

Proposals::Proposals(const LoopTask& task, std::function<void(const Sentence&)> onMessage)
    : m_task(task)
    , m_onMessage(std::move(onMessage))
    , m_warm(task.warm)
{
}

Result<void> Proposals::open(const Measurer& measurer)
{
    const auto prune = TRY(pruneOptionsOf(m_task.options, m_task.task));
    const auto bounds = boundsOf(m_task.task, measurer);
    m_pruner.emplace(bounds, prune);
    const TunerContext context{.space = &m_task.task.space,
                               .task = &m_task.task,
                               .seed = m_task.options.seed,
                               .parameters = m_task.options.parameters,
                               .history = m_task.history,
                               .bounds = bounds,
                               .cores = measurer.freeCores(),
                               .onMessage = m_onMessage};
    m_tuner = TRY(makeTuner(m_task.isList ? "random" : m_task.options.tuner, context)); // a list has no trials left for a tuner
    m_warm.used = m_warm.kept + m_tuner->earlierRecords();
    for (const Trial& trial : m_task.known) {
        m_tuner->observe(trial);
        m_pruner->learn(trial);
    }
    for (const RecordedTrial& trial : m_task.recorded) {
        if (m_task.task.space.at(trial.index)) {
            m_tuner->observe(trialOf(trial.index, trial.result));
            learnForPruning(trial.index, trial.result);
        }
        std::erase(m_seeds, trial.index);
    }
    return {};
}

std::optional<Proposal> Proposals::next(std::optional<int64_t> limit)
{
    for (const auto& [first, kind] : {std::pair{&m_seeds, ProposalKind::Seed}, std::pair{&m_added, ProposalKind::Added}}) {
        if (!first->empty()) {
            const int64_t index = first->front();
            first->pop_front();
            return Proposal{index, false, false, {.kind = kind}, {}};
        }
    }
    if (m_launched >= limit.value_or(INT64_MAX) || !m_tuner->hasNext()) {
        return std::nullopt;
    }
    const StageClock clock("propose");
    const std::optional<int64_t> index = m_tuner->next();
    if (!index) {
        return std::nullopt;
    }
    const bool isPruned = m_pruner->judge(*index) == Pruner::Verdict::Prune;
    return Proposal{*index, true, isPruned, m_tuner->reason(), {clock.finish()}};
}

void Proposals::onResult(int64_t index, const MeasureResult& result, bool isTuners)
{
    const Trial trial = trialOf(index, result);
    learnForPruning(index, result);
    isTuners ? m_tuner->update(std::span(&trial, 1)) : m_tuner->observe(trial);
}

void Proposals::learnForPruning(int64_t index, const MeasureResult& result)
{
    Trial trial = trialOf(index, result);
    trial.flops *= result.timing.measuredShare();
    m_pruner->learn(trial);
}

Trial Proposals::trialOf(int64_t index, const MeasureResult& result) const
{
    const double seconds = result.error == MeasureError::None ? result.measuredCost() : 0;
    return seconds > 0 ? Trial{index, m_task.task.autotvmFlops / seconds, relativeError(result.costs)} : Trial{index, 0};
}

void Proposals::onPruned(int64_t index)
{
    const Trial predicted{index, m_pruner->maxFlops(index)};
    m_tuner->update(std::span(&predicted, 1));
}

void Proposals::fill(RunFinished& finished)
{
    finished.warm = m_warm;
    finished.pruning = m_pruner->count();
}

} // namespace knobscope

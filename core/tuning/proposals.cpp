// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/proposals.h"

#include "core/tuning/runstart.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>
#include <utility>

namespace knobscope {

ReplayLog::ReplayLog(std::span<const RecordedTrial> trials)
    : m_trials(trials)
{
    for (const RecordedTrial& trial : trials) {
        m_remaining[trial.index].push_back(&trial);
    }
}

const RecordedTrial* ReplayLog::at(int64_t launched) const
{
    return launched < count() ? &m_trials[static_cast<size_t>(launched)] : nullptr;
}

std::optional<std::pair<int64_t, TrialOrigin>> ReplayLog::next(int64_t launched)
{
    const RecordedTrial* const trial = at(launched);
    if (!trial || (!trial->added && !m_hasDiverged)) {
        return std::nullopt;
    }
    if (m_proposal == trial->index) { // the tuner waits for its result
        m_proposal.reset();
        return std::pair(trial->index, TrialOrigin::Tuner);
    }
    if (trial->added) {
        return std::pair(trial->index, TrialOrigin::Added);
    }
    m_observed[trial->index] = trial;
    return std::pair(trial->index, TrialOrigin::Recorded);
}

const RecordedTrial* ReplayLog::findObserved(int64_t index) const
{
    const auto found = m_observed.find(index);
    return found == m_observed.end() ? nullptr : found->second;
}

bool ReplayLog::holds(int64_t index) const
{
    const auto found = m_remaining.find(index);
    return found != m_remaining.end() && !found->second.empty();
}

const RecordedTrial* ReplayLog::take(int64_t index)
{
    if (!holds(index)) {
        return nullptr;
    }
    std::deque<const RecordedTrial*>& left = m_remaining[index];
    const RecordedTrial* const trial = left.front();
    left.pop_front();
    return trial;
}

bool ReplayLog::diverge(int64_t launched, std::optional<int64_t> proposal)
{
    const RecordedTrial* const trial = at(launched);
    if (!trial || proposal == trial->index) {
        return false;
    }
    m_hasDiverged = true;
    m_proposal = proposal;
    return true;
}

std::optional<int64_t> ReplayLog::takeProposal()
{
    return std::exchange(m_proposal, std::nullopt);
}

Proposals::Proposals(const LoopTask& task, std::function<void(const Sentence&)> onMessage)
    : m_task(task)
    , m_onMessage(std::move(onMessage))
    , m_recorded(task.recorded)
    , m_warm(task.warm)
{
}

Result<void> Proposals::open(const Measurer& measurer)
{
    const auto prune = TRY(pruneOptionsOf(m_task.options.prune, m_task.task));
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
    return {};
}

void Proposals::reportKnown()
{
    for (const Trial& trial : m_task.known) {
        m_tuner->observe(trial);
        m_pruner->learn(trial);
    }
}

std::optional<Proposal> Proposals::next(std::optional<int64_t> limit, bool isLast)
{
    if (const auto recorded = m_recorded.next(m_launched)) {
        return Proposal{recorded->first, recorded->second, false, {}};
    }
    if (const auto position = static_cast<size_t>(m_launched); position < m_task.options.seeds.size()) {
        return Proposal{m_task.options.seeds[position], TrialOrigin::Seed, false, {}};
    }
    if (m_launched >= m_recorded.count() && !m_added.empty()) {
        const int64_t index = m_added.front();
        m_added.pop_front();
        return Proposal{index, TrialOrigin::Added, false, {}};
    }
    return propose(limit, isLast);
}

std::optional<Proposal> Proposals::propose(std::optional<int64_t> limit, bool isLast)
{
    if (m_launched >= std::max(limit.value_or(INT64_MAX), m_recorded.count())) {
        return std::nullopt;
    }
    const StageClock clock("propose");
    const std::optional<int64_t> index = proposed();
    if (!index && !isLast) {
        return std::nullopt; // results in flight may let it propose more
    }
    const bool isHopeless = index && m_pruner->judge(*index) == Pruner::Verdict::Prune;
    if (index && !m_recorded.holds(*index) && (isHopeless || m_recorded.findObserved(*index))) {
        return Proposal{*index, TrialOrigin::Tuner, true, {}};
    }
    if (m_recorded.diverge(m_launched, index)) {
        m_onMessage(phrase("The tuner deviates from the recorded run after {} (trial|trials); all {} recorded trials are kept",
                           m_launched, m_recorded.count()));
        return next(limit, isLast);
    }
    return index ? std::optional(Proposal{*index, TrialOrigin::Tuner, false, {clock.finish()}}) : std::nullopt;
}

std::optional<int64_t> Proposals::proposed()
{
    const std::optional<int64_t> kept = m_recorded.takeProposal();
    return kept || !m_tuner->hasNext() ? kept : m_tuner->next();
}

void Proposals::onResult(const Trial& trial, TrialOrigin origin)
{
    m_pruner->learn(trial);
    if (origin == TrialOrigin::Tuner) {
        m_tuner->update(std::span(&trial, 1));
    } else {
        m_tuner->observe(trial);
    }
}

void Proposals::onSkipped(int64_t index)
{
    const RecordedTrial* const observed = m_recorded.findObserved(index);
    const bool worked = observed && observed->result.error == MeasureError::None;
    const double flops = worked ? m_task.task.autotvmFlops / observed->result.meanCost() : 0;
    const Trial trial{index, observed ? flops : m_pruner->maxFlops(index)};
    m_tuner->update(std::span(&trial, 1));
}

void Proposals::fill(RunFinished& finished)
{
    finished.warm = m_warm;
    finished.pruning = m_pruner->count();
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/recordedorder.h"

#include <utility>

namespace knobscope {

double RecordedTrial::heardFlops(const Task& task) const
{
    const double seconds = heardSeconds > 0 ? heardSeconds : result.error == MeasureError::None ? result.meanCost() : 0;
    return seconds > 0 ? task.autotvmFlops / seconds : 0;
}

RecordedOrder::RecordedOrder(std::span<const RecordedTrial> trials)
    : m_trials(trials)
{
    for (const RecordedTrial& trial : trials) {
        m_left[trial.index].push_back(&trial);
    }
}

const RecordedTrial* RecordedOrder::at(int64_t launched) const
{
    return launched < count() ? &m_trials[static_cast<size_t>(launched)] : nullptr;
}

std::optional<std::pair<int64_t, TrialOrigin>> RecordedOrder::next(int64_t launched)
{
    const RecordedTrial* const trial = at(launched);
    if (!trial || (!trial->added && !m_isLeft)) {
        return std::nullopt;
    }
    if (m_proposal == trial->index) { // the tuner waits to hear of it
        m_proposal.reset();
        return std::pair(trial->index, TrialOrigin::Tuner);
    }
    if (trial->added) {
        return std::pair(trial->index, TrialOrigin::Added);
    }
    m_heard[trial->index] = trial;
    return std::pair(trial->index, TrialOrigin::Recorded);
}

const RecordedTrial* RecordedOrder::heardOf(int64_t index) const
{
    const auto found = m_heard.find(index);
    return found == m_heard.end() ? nullptr : found->second;
}

bool RecordedOrder::holds(int64_t index) const
{
    const auto found = m_left.find(index);
    return found != m_left.end() && !found->second.empty();
}

const RecordedTrial* RecordedOrder::take(int64_t index)
{
    if (!holds(index)) {
        return nullptr;
    }
    std::deque<const RecordedTrial*>& left = m_left[index];
    const RecordedTrial* const trial = left.front();
    left.pop_front();
    return trial;
}

bool RecordedOrder::leave(int64_t launched, std::optional<int64_t> proposal)
{
    const RecordedTrial* const trial = at(launched);
    if (!trial || proposal == trial->index) {
        return false;
    }
    m_isLeft = true;
    m_proposal = proposal;
    return true;
}

std::optional<int64_t> RecordedOrder::takeProposal()
{
    return std::exchange(m_proposal, std::nullopt);
}

} // namespace knobscope

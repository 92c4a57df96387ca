// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/selection.h"

#include <algorithm>
#include <utility>

namespace knobscope {

bool Selection::contains(TrialRef trial) const
{
    return std::ranges::binary_search(m_now.trials, trial);
}

void Selection::select(std::vector<TrialRef> trials, TrialRef current)
{
    if (!current.isValid() && !trials.empty()) {
        current = trials.back();
    }
    std::ranges::sort(trials);
    trials.erase(std::unique(trials.begin(), trials.end()), trials.end());
    State next{std::move(trials), current};
    if (next == m_now) {
        return;
    }
    m_back.push_back(std::exchange(m_now, std::move(next)));
    if (m_back.size() > 200) {
        m_back.erase(m_back.begin());
    }
    m_forward.clear();
    emit changed();
    emit historyChanged();
}

void Selection::hover(TrialRef trial)
{
    if (trial != m_hovered) {
        m_hovered = trial;
        emit hoverChanged();
    }
}

void Selection::hoverKnob(const QString& knob)
{
    if (knob != m_hoveredKnob) {
        m_hoveredKnob = knob;
        emit knobHoverChanged();
    }
}

void Selection::move(std::vector<State>& from, std::vector<State>& to)
{
    if (from.empty()) {
        return;
    }
    to.push_back(std::exchange(m_now, std::move(from.back())));
    from.pop_back();
    emit changed();
    emit historyChanged();
}

void Selection::reset()
{
    m_back.clear();
    m_forward.clear();
    m_now = {};
    m_hovered = {};
    m_hoveredKnob.clear();
    emit changed();
    emit hoverChanged();
    emit knobHoverChanged();
    emit historyChanged();
}

} // namespace knobscope

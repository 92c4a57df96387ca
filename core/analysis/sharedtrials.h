// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"

#include <memory>
#include <vector>

namespace knobscope {

/// The trials of a run, by number. Copies share them until one is written to: a run of a million trials takes 40 MB.
class SharedTrials
{
public:
    SharedTrials() = default;
    SharedTrials(std::vector<TrialPoint> trials)
        : m_trials(std::make_shared<std::vector<TrialPoint>>(std::move(trials)))
    {
    }
    const TrialPoint* data() const { return m_trials ? m_trials->data() : nullptr; }
    size_t size() const { return m_trials ? m_trials->size() : 0; }
    bool empty() const { return size() == 0; }
    const TrialPoint* begin() const { return data(); }
    const TrialPoint* end() const { return data() + size(); }
    const TrialPoint& operator[](size_t at) const { return (*m_trials)[at]; }
    /// This copy's own, to write to.
    std::vector<TrialPoint>& own()
    {
        if (!m_trials || m_trials.use_count() > 1) {
            m_trials = std::make_shared<std::vector<TrialPoint>>(begin(), end());
        }
        return *m_trials;
    }
    void push_back(const TrialPoint& trial) { own().push_back(trial); }

private:
    std::shared_ptr<std::vector<TrialPoint>> m_trials;
};

} // namespace knobscope

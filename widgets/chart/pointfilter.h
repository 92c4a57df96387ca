// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "core/store/trialfilter.h"
#include "core/task/task.h"

#include <vector>

namespace knobscope {

/// The shared filters applied to the trials of one run by arithmetic alone: a knob's value is a digit of the trial's index.
class PointFilter
{
public:
    /// `task` is the run's; null when it cannot be made, and then no trial meets a filter on a knob.
    PointFilter(const std::vector<TrialFilter>& filters, int64_t run, const Task* task);

    bool passesNone() const { return m_none; }
    bool passesAll() const { return m_all; }
    bool passes(const TrialPoint& point) const;

private:
    struct Digit {
        int64_t stride;
        int64_t size;
        std::vector<bool> wanted;
    };
    bool addKnob(const TrialFilter& filter, const Task* task);
    std::vector<Digit> m_digits;
    std::vector<TrialFilter> m_times;
    bool m_failed = false;
    bool m_succeeded = false;
    bool m_none = false;
    bool m_all = true;
};

} // namespace knobscope

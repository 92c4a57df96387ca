// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/pointfilter.h"

#include <algorithm>

namespace knobscope {

PointFilter::PointFilter(const std::vector<TrialFilter>& filters, int64_t run, const Task* task)
{
    bool namesRuns = false;
    bool isNamed = false;
    for (const TrialFilter& filter : filters) {
        switch (filter.kind) {
        case TrialFilter::Kind::Knob: m_none = !addKnob(filter, task) || m_none; break;
        case TrialFilter::Kind::Failed: m_failed = true; break;
        case TrialFilter::Kind::Succeeded: m_succeeded = true; break;
        case TrialFilter::Kind::Time: m_times.push_back(filter); break;
        case TrialFilter::Kind::Run:
            namesRuns = true;
            isNamed = isNamed || filter.run == run;
            break;
        }
    }
    m_none = m_none || (namesRuns && !isNamed) || (m_failed && m_succeeded);
    m_all = !m_none && m_digits.empty() && m_times.empty() && !m_failed && !m_succeeded;
}

bool PointFilter::addKnob(const TrialFilter& filter, const Task* task)
{
    int64_t stride = 1;
    for (const Knob& knob : task ? task->space.knobs() : std::vector<Knob>{}) {
        if (knob.name() == filter.knob) {
            Digit digit{stride, knob.size(), {}};
            for (const KnobValue& value : knob.candidates()) {
                digit.wanted.push_back((valueToJson(value) == filter.value) != filter.isExcluded);
            }
            m_digits.push_back(std::move(digit));
            return true;
        }
        stride *= knob.size();
    }
    return false;
}

bool PointFilter::passes(const TrialPoint& point) const
{
    if (m_all || m_none) {
        return m_all;
    }
    if ((m_failed && point.errorNo == 0) || (m_succeeded && point.errorNo != 0)) {
        return false;
    }
    const auto hasDigit = [&](const Digit& d) { return d.wanted[static_cast<size_t>(point.index / d.stride % d.size)]; };
    const auto isWithin = [&](const TrialFilter& f) { return f.from <= point.timestamp && point.timestamp < f.to; };
    return std::all_of(m_digits.begin(), m_digits.end(), hasDigit) && std::all_of(m_times.begin(), m_times.end(), isWithin);
}

} // namespace knobscope

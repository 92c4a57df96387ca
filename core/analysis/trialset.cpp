// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/trialset.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

std::optional<size_t> TrialSet::best() const
{
    std::optional<size_t> best;
    for (size_t i = 0; i < trials.size(); ++i) {
        if (trials[i].worked() && (!best || trials[i].point.gflops > trials[*best].point.gflops)) {
            best = i;
        }
    }
    return best;
}

void TrialSet::add(int64_t run, TrialPoint point)
{
    if (!task || point.index < 0 || point.index >= task->space.rangeLength()) {
        return;
    }
    if (point.errorNo != 0 || !std::isfinite(point.gflops) || point.gflops < 0) {
        point.gflops = 0;
    }
    trials.push_back({run, point});
    int64_t rest = point.index;
    for (const Knob& knob : task->space.knobs()) {
        digits.push_back(static_cast<int32_t>(rest % knob.size()));
        rest /= knob.size();
    }
}

Result<TrialSet> trialSetOf(Project& project, int64_t run, bool allRunsOfTask)
{
    const auto row = project.run(run);
    const auto stored = row ? project.task(row->task) : fail(row);
    if (!stored) {
        return fail(stored);
    }
    auto task = taskFromJson(stored->task);
    if (!task) {
        return fail(ErrorCode::Unsupported, "The space of run {} cannot be made by this version: {}", run, task.error().message);
    }
    TrialSet set;
    set.task = std::make_shared<const Task>(std::move(*task));
    set.label = stored->label;
    set.flops = stored->flops;
    std::vector<int64_t> wanted{run};
    if (allRunsOfTask) {
        const auto rows = project.runs();
        if (!rows) {
            return fail(rows);
        }
        wanted.clear();
        for (const RunRow& other : *rows) {
            if (other.task == row->task) {
                wanted.push_back(other.id);
            }
        }
    }
    for (const int64_t id : wanted) {
        const auto points = project.points(id);
        if (!points) {
            return fail(points);
        }
        for (const TrialPoint& point : *points) {
            set.add(id, point);
        }
    }
    return set;
}

TrialPredicate::TrialPredicate(const ConfigSpace& space, std::span<const TrialFilter> filters)
{
    for (const TrialFilter& filter : filters) {
        if (filter.kind == TrialFilter::Kind::Run) {
            m_runs.push_back(filter.run);
        } else if (filter.kind != TrialFilter::Kind::Knob) {
            m_others.push_back(filter);
        } else {
            const auto knob =
                std::find_if(space.knobs().begin(), space.knobs().end(), [&](const Knob& k) { return k.name() == filter.knob; });
            int64_t digit = 0;
            while (knob != space.knobs().end() && digit < knob->size() && valueToJson(knob->at(digit)) != filter.value) {
                ++digit;
            }
            if (knob == space.knobs().end() || digit == knob->size()) {
                m_none = m_none || !filter.isExcluded;
            } else {
                m_knobs.push_back(
                    {static_cast<size_t>(knob - space.knobs().begin()), static_cast<int32_t>(digit), filter.isExcluded});
            }
        }
    }
}

bool TrialPredicate::operator()(const TrialSet& set, size_t trial) const
{
    const TrialSet::Trial& t = set.trials[trial];
    if (m_none || (!m_runs.empty() && std::find(m_runs.begin(), m_runs.end(), t.run) == m_runs.end())) {
        return false;
    }
    const auto meets = [&](const TrialFilter& filter) {
        switch (filter.kind) {
        case TrialFilter::Kind::Failed: return !t.worked();
        case TrialFilter::Kind::Succeeded: return t.worked();
        case TrialFilter::Kind::Time: return filter.from <= t.point.timestamp && t.point.timestamp < filter.to;
        default: return true;
        }
    };
    return std::all_of(m_knobs.begin(), m_knobs.end(),
                       [&](const Wanted& w) { return (set.digit(trial, w.knob) == w.digit) != w.isExcluded; })
        && std::all_of(m_others.begin(), m_others.end(), meets);
}

TrialSet filtered(const TrialSet& set, std::span<const TrialFilter> filters)
{
    TrialSet kept;
    kept.task = set.task;
    kept.label = set.label;
    kept.flops = set.flops;
    if (!set.task) {
        return kept;
    }
    const TrialPredicate keeps(set.task->space, filters);
    const auto knobs = static_cast<std::ptrdiff_t>(set.knobCount());
    for (size_t i = 0; i < set.trials.size(); ++i) {
        if (keeps(set, i)) {
            kept.trials.push_back(set.trials[i]);
            const auto from = set.digits.begin() + static_cast<std::ptrdiff_t>(i) * knobs;
            kept.digits.insert(kept.digits.end(), from, from + knobs);
        }
    }
    return kept;
}

} // namespace knobscope

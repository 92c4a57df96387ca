// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/trialset.h"

#include "core/store/trialcondition.h"

#include <algorithm>
#include <limits>
#include <map>

namespace knobscope {

std::optional<size_t> TrialList::find(int64_t run, int64_t number) const
{
    for (const Part& part : m_parts) {
        const TrialPoint* found =
            part.run == run ? std::ranges::lower_bound(part.trials, number, {}, &TrialPoint::number) : part.trials.end();
        if (found != part.trials.end() && found->number == number) {
            return part.first + static_cast<size_t>(found - part.begin);
        }
    }
    return std::nullopt;
}

void TrialList::add(int64_t run, const SharedTrials& trials)
{
    if (trials.empty()) {
        return;
    }
    const size_t first = size();
    m_parts.push_back({run, first, trials, trials.begin()});
    if (m_parts.size() > 1) {
        m_partOf.resize(first, 0);
        m_partOf.resize(size(), static_cast<uint32_t>(m_parts.size() - 1));
    }
}

void TrialList::add(int64_t run, const TrialPoint& trial)
{
    if (m_parts.empty() || m_parts.back().run != run) {
        add(run, SharedTrials({trial}));
        return;
    }
    Part& last = m_parts.back();
    last.trials.push_back(trial);
    last.begin = last.trials.begin();
    if (!m_partOf.empty()) {
        m_partOf.push_back(m_partOf.back());
    }
}

void KnobDigits::add(const ConfigSpace& space, int64_t index)
{
    const auto isLong = [](const Knob& knob) { return knob.size() > std::numeric_limits<uint16_t>::max(); };
    m_isLong = size() == 0 ? std::ranges::any_of(space.knobs(), isLong) : m_isLong;
    for (const Knob& knob : space.knobs()) {
        const int64_t digit = index % knob.size();
        m_isLong ? m_long.push_back(static_cast<int32_t>(digit)) : m_short.push_back(static_cast<uint16_t>(digit));
        index /= knob.size();
    }
}

void KnobDigits::add(const KnobDigits& from, size_t first, size_t count)
{
    m_isLong = from.m_isLong;
    const auto copy = [&](auto& to, const auto& of) {
        const auto begin = of.begin() + static_cast<std::ptrdiff_t>(first);
        to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    };
    m_isLong ? copy(m_long, from.m_long) : copy(m_short, from.m_short);
}

std::optional<size_t> TrialSet::best() const
{
    std::optional<size_t> best;
    double most = 0;
    for (const TrialList::Part& part : trials.parts()) {
        const TrialPoint* fastest = std::ranges::max_element(part.trials, {}, &TrialPoint::gflops);
        if (fastest->gflops > most) {
            most = fastest->gflops;
            best = part.first + static_cast<size_t>(fastest - part.begin);
        }
    }
    return best;
}

namespace {

bool isInSpace(const TrialSet& set, const TrialPoint& point)
{
    return set.task && point.index >= 0 && point.index < set.task->space.rangeLength();
}

/// Adds all trials of a run.
void addRun(TrialSet& set, int64_t run, const SharedTrials& trials)
{
    if (std::ranges::all_of(trials, [&](const TrialPoint& point) { return isInSpace(set, point); })) {
        set.trials.add(run, trials);
        std::ranges::for_each(trials, [&](const TrialPoint& point) { set.digits.add(set.task->space, point.index); });
    } else {
        std::ranges::for_each(trials, [&](const TrialPoint& point) { set.add(run, point); });
    }
}

/// Ids of the runs to read, ascending.
Result<std::vector<int64_t>> wantedRuns(Project& project, const RunRow& run, bool allRunsOfTask)
{
    if (!allRunsOfTask) {
        return std::vector<int64_t>{run.id};
    }
    const auto rows = TRY(project.runs());
    std::vector<int64_t> wanted;
    for (const RunRow& other : rows) {
        if (other.task == run.task) {
            wanted.push_back(other.id);
        }
    }
    return wanted;
}

} // namespace

void TrialSet::add(int64_t run, TrialPoint point)
{
    if (isInSpace(*this, point)) {
        point.makeFinite();
        trials.add(run, point);
        digits.add(task->space, point.index);
    }
}

Result<TrialSet> trialSetOf(Project& project, int64_t run, bool allRunsOfTask, const TrialSet* known, RunTrials* shared)
{
    const auto row = TRY(project.run(run));
    const auto wanted = TRY(wantedRuns(project, row, allRunsOfTask));
    TrialSet set;
    if (known && known->task && known->taskRow == row.task) {
        set.task = known->task;
        set.label = known->label;
    } else {
        const auto stored = TRY(project.task(row.task));
        auto task = taskFromJson(stored.task);
        if (!task) {
            return fail(ErrorCode::Unsupported, "The space of run {} cannot be created by this version: {}", run, task.error());
        }
        set.task = std::make_shared<const Task>(std::move(*task));
        set.label = stored.label;
    }
    set.taskRow = row.task;
    RunTrials own;
    for (const int64_t id : wanted) {
        addRun(set, id, TRY((shared ? *shared : own).read(project, id)));
    }
    return set;
}

TrialSet filtered(const TrialSet& set, std::span<const TrialFilter> filters)
{
    TrialSet kept{set.task, set.taskRow, set.label, {}, {}};
    const size_t knobs = set.knobCount();
    for (const TrialList::Part& part : set.trials.parts()) {
        const TrialCondition condition(filters, part.run, set.task.get());
        std::vector<TrialPoint> points;
        for (size_t i = 0; i < part.trials.size(); ++i) {
            if (condition.matches(part.begin[i])) {
                points.push_back(part.begin[i]);
                kept.digits.add(set.digits, (part.first + i) * knobs, knobs);
            }
        }
        kept.trials.add(part.run, SharedTrials(std::move(points)));
    }
    return kept;
}

} // namespace knobscope

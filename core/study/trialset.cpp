// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/trialset.h"

#include "core/store/trialcondition.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace knobscope {

std::optional<size_t> TrialSet::best() const
{
    const auto best = std::ranges::max_element(trials, {}, [](const Trial& trial) { return trial.point.gflops; });
    return best != trials.end() && best->worked() ? std::optional(static_cast<size_t>(best - trials.begin())) : std::nullopt;
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

namespace {

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

/// Adds the trials that the project has in addition to the set. Returns false if they would not come last in the set's order.
Result<bool> extend(Project& project, TrialSet& set, const std::vector<int64_t>& wanted)
{
    std::map<int64_t, int64_t> last; // last trial number by run
    for (size_t i = 0; i < set.trials.size(); ++i) {
        if (i + 1 == set.trials.size() || set.trials[i + 1].run != set.trials[i].run) {
            last[set.trials[i].run] = set.trials[i].point.number;
        }
    }
    for (const auto& [run, number] : last) {
        if (std::ranges::find(wanted, run) == wanted.end()) {
            return false;
        }
    }
    for (const int64_t run : wanted) {
        const auto points = TRY(project.points(run, last[run]));
        if (!points.empty() && !set.trials.empty() && run < set.trials.back().run) {
            return false;
        }
        set.trials.reserve(set.trials.size() + points.size());
        set.digits.reserve(set.digits.size() + points.size() * set.knobCount());
        for (const TrialPoint& point : points) {
            set.add(run, point);
        }
    }
    return true;
}

} // namespace

Result<TrialSet> trialSetOf(Project& project, int64_t run, bool allRunsOfTask, const TrialSet* known)
{
    const auto row = TRY(project.run(run));
    const auto wanted = TRY(wantedRuns(project, row, allRunsOfTask));
    TrialSet set;
    if (known && known->task && known->taskRow == row.task) {
        set = *known;
        const auto isExtended = TRY(extend(project, set, wanted));
        if (isExtended) {
            return set;
        }
        set.trials.clear();
        set.digits.clear();
    } else {
        const auto stored = TRY(project.task(row.task));
        auto task = taskFromJson(stored.task);
        if (!task) {
            return fail(ErrorCode::Unsupported, "The space of run {} cannot be created by this version: {}", run, task.error());
        }
        set.task = std::make_shared<const Task>(std::move(*task));
        set.taskRow = row.task;
        set.label = stored.label;
    }
    TRY(extend(project, set, wanted));
    return set;
}

TrialSet filtered(const TrialSet& set, std::span<const TrialFilter> filters)
{
    TrialSet kept{set.task, set.taskRow, set.label, {}, {}};
    if (!set.task) {
        return kept;
    }
    std::map<int64_t, TrialCondition> conditions; // by run
    const auto knobs = static_cast<std::ptrdiff_t>(set.knobCount());
    for (size_t i = 0; i < set.trials.size(); ++i) {
        const int64_t run = set.trials[i].run;
        const auto condition = conditions.try_emplace(run, filters, run, set.task.get()).first;
        if (condition->second.matches(set.trials[i].point)) {
            kept.trials.push_back(set.trials[i]);
            const auto from = set.digits.begin() + static_cast<std::ptrdiff_t>(i) * knobs;
            kept.digits.insert(kept.digits.end(), from, from + knobs);
        }
    }
    return kept;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/stepgroup.h"

#include "core/task/task.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace knobscope {

namespace {

/// The state of a group of steps: "tuned", "not tuned", "no template", or "layout" for a transform.
Sentence stateOf(const NetworkStep& step)
{
    return step.isTransform()    ? phrase("layout")
         : !step.hasTemplate()   ? phrase("no template")
         : step.knownSeconds > 0 ? phrase("tuned")
                                 : phrase("not tuned");
}

/// The step's shape; in a profile that an earlier version stored, that of its arguments, or only its layout.
std::string shapeOf(const NetworkStep& step)
{
    if (!step.shape.empty() || !step.config.is_array() || step.config.size() < 2 || !step.config[0].is_string()) {
        return step.shape.empty() ? step.layout : step.shape;
    }
    Task task;
    task.name = step.config[0].get<std::string>();
    task.args = step.config[1];
    return shapeText(task);
}

} // namespace

std::vector<StepGroup> groupSteps(const NetworkReport& report, std::span<const double> stepSeconds,
                                  const std::optional<NetworkLimits>& limits)
{
    std::map<std::tuple<std::string, std::string, double, double, bool>, StepGroup> groups;
    const size_t count = std::min(stepSeconds.size(), report.steps.size());
    for (size_t s = 0; s < count; ++s) {
        const NetworkStep& step = report.steps[s];
        StepGroup& group = groups[{step.op, step.task, step.bytes, step.flops, step.knownSeconds > 0}];
        group.steps.push_back(s);
        group.seconds += stepSeconds[s];
        if (const auto bound = limits ? boundOf(step, report, *limits) : std::nullopt) {
            group.bound = {bound->seconds + (group.bound ? group.bound->seconds : 0), bound->isMemory};
        }
    }
    const double sum = std::accumulate(stepSeconds.begin(), stepSeconds.end(), 0.0);
    std::vector<StepGroup> sorted;
    for (auto& [key, group] : groups) {
        if (sum > 0) {
            group.advice = adviceFor(report.steps[group.steps.front()], group.seconds, group.bound, sum, group.steps.size());
        }
        sorted.push_back(std::move(group));
    }
    std::ranges::stable_sort(sorted, std::greater<>(), &StepGroup::seconds);
    return sorted;
}

Table stepGroupTable(const NetworkReport& report, std::span<const double> stepSeconds, const std::optional<NetworkLimits>& limits)
{
    Table table = Table({{"op", "where the time goes"},
                         {"shape", "shape"},
                         {"count", "steps", "{:.0f}"},
                         {"milliseconds", "ms", "{:.3f}"},
                         {"share", "share", "{:.1f} %", 100},
                         {"bound_by", "bound by"},
                         {"bound_share", "of bound", "{:.0f} %", 100},
                         {"state", "state"},
                         {"gain_seconds", "could gain, ms", "{:.3f}", 1e3}})
                      .withIds({"step", "task"});
    const double sum = std::accumulate(stepSeconds.begin(), stepSeconds.end(), 0.0);
    for (const StepGroup& group : groupSteps(report, stepSeconds, limits)) {
        const NetworkStep& first = report.steps[group.steps.front()];
        const auto& bound = group.bound;
        const Sentence state = stateOf(first);
        table.add({first.op, shapeOf(first), group.steps.size(), group.seconds * 1e3, sum > 0 ? group.seconds / sum : 0.0,
                   bound ? TableCell(bound->name().message, bound->name()) : TableCell(),
                   bound && group.seconds > 0 ? TableCell(bound->seconds / group.seconds) : TableCell(),
                   TableCell(state.message, state), positiveCell(group.advice.gainSeconds), first.name, first.task});
    }
    return table;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lesson/programstate.h"

#include "core/target/host.h"
#include "core/task/task.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace knobscope {

namespace {

constexpr int kFloatBits = 32;

bool hasEnded(const RunRow& run)
{
    return run.state == "finished" || run.state == "stopped" || run.state == "killed";
}

bool isHandRun(const RunRow& run)
{
    return run.tuner == kManualTunerName;
}

/// The value of a knob that a term reads: "knob.tile_x[1]".
void addValue(const Knob& knob, const KnobValue& value, std::optional<int64_t> position, LessonState& state)
{
    const auto read = Expression::parse("0");
    const auto number = read ? Constraint(*read).number(value, knob.definition(), position) : std::nullopt;
    if (number) {
        state[nameOfTerm({"knob." + knob.name(), position, 0})] = *number;
    }
}

void addConfigValues(const ConfigSpace& space, int64_t config, LessonState& state)
{
    const auto entity = space.at(config);
    if (!entity) {
        return;
    }
    for (const Knob& knob : space.knobs()) {
        const KnobValue* value = entity->find(knob.name());
        if (!value) {
            continue;
        }
        state["position." + knob.name()] = knob.indexOf(*value).value_or(-1);
        if (const auto* split = std::get_if<SplitEntity>(value)) {
            const auto count = static_cast<int64_t>(split->sizes.size());
            for (int64_t i = -count; i < count; ++i) {
                addValue(knob, *value, i, state);
            }
        } else {
            addValue(knob, *value, std::nullopt, state);
        }
    }
}

void addTask(const Task& task, LessonState& state)
{
    state["task_open"] = 1;
    state["task_gpu"] = task.isGpu ? 1 : 0;
    state["task_operations"] = std::llround(task.plainFlops / 1e6);
    state["space_size"] = task.space.validCount().low;
    state["template_size"] = task.templateSpace.validCount().low;
    state["knobs"] = static_cast<int64_t>(task.space.knobs().size());
    state["edit_count"] = static_cast<int64_t>(task.edits.size());
    state["constraints"] = std::ranges::count(task.edits, SpaceEdit::Kind::Constrain, &SpaceEdit::kind);
    for (const SpaceEdit& edit : task.edits) {
        ++state["edited." + edit.knob];
        const nlohmann::json& value = edit.value.is_array() && !edit.value.empty() ? edit.value.back() : edit.value;
        if (edit.kind == SpaceEdit::Kind::Add && value.is_number_integer()) {
            state[nameOfTerm({"added." + edit.knob, value.get<int64_t>(), 0})] = 1;
        }
    }
    for (const Knob& knob : task.space.knobs()) {
        state["candidates." + knob.name()] = knob.size();
    }
    const auto untuned = fallbackConfig(task);
    const auto index = untuned ? task.space.indexOf(*untuned) : fail(untuned);
    state["untuned_config"] = index.value_or(-1);
}

void addRuns(const ProgramFacts& facts, LessonState& state)
{
    std::set<std::string> tuners;
    const RunRow* best = nullptr;
    for (const RunRow& run : facts.taskRuns) {
        if (isHandRun(run)) {
            state["by_hand"] += run.trials;
        } else if (hasEnded(run)) {
            state["task_runs"] += 1;
            state["task_trials"] += run.trials;
            state["task_errors"] += run.errors;
            state["tuner." + run.tuner] += 1;
            tuners.insert(run.tuner);
            best = !best || run.bestSpeedup > best->bestSpeedup ? &run : best;
        }
    }
    state["tuners"] = static_cast<int64_t>(tuners.size());
    state["edited_runs"] = facts.editedRuns;
    state["best_config"] = best ? best->bestIndex : -1;
    state["best_speedup"] = best ? std::llround(100 * best->bestSpeedup) : 0;
    for (const RunRow& run : facts.runs) {
        if (!isHandRun(run) && hasEnded(run)) {
            state["runs"] += 1;
            state["trials"] += run.trials;
        }
    }
}

} // namespace

ProgramFacts programFacts(Workspace& workspace)
{
    ProgramFacts facts;
    facts.task = workspace.task();
    facts.config = workspace.config();
    facts.isRunning = workspace.session().isRunning();
    facts.runs = workspace.runs();
    std::set<int64_t> tasks;
    std::set<int64_t> edited;
    for (const TaskRow& row : workspace.tasks()) {
        if (facts.task && row.task.value("task", "") == facts.task->name
            && row.task.value("args", nlohmann::json()) == facts.task->args
            && row.task.value("target", "") == facts.task->target.text) {
            tasks.insert(row.id);
            if (!row.task.value("edits", nlohmann::json::array()).empty()) {
                edited.insert(row.id);
            }
        }
    }
    for (const RunRow& run : facts.runs) {
        if (tasks.contains(run.task)) {
            facts.taskRuns.push_back(run);
            facts.editedRuns += edited.contains(run.task) && hasEnded(run) && !isHandRun(run) ? 1 : 0;
        }
    }
    return facts;
}

LessonState programState(const ProgramFacts& facts)
{
    LessonState state;
    static const MachineProfile machine = [] {
        const auto host = hostTarget();
        return host ? profileOf(*host) : thisMachine();
    }();
    state["cores"] = machine.cores;
    state["vector_floats"] = machine.vectorBits / kFloatBits;
    state["two_vectors"] = 2 * state["vector_floats"];
    state["running"] = facts.isRunning ? 1 : 0;
    state["config"] = facts.task ? facts.config : -1;
    if (facts.task) {
        addTask(*facts.task, state);
        addConfigValues(facts.task->space, facts.config, state);
    }
    addRuns(facts, state);
    for (const auto& [name, value] : facts.others) {
        state[name] = value;
    }
    return state;
}

} // namespace knobscope

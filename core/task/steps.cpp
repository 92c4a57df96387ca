// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/steps.h"

#include "core/base/linediff.h"
#include "core/ir/printer.h"
#include "core/lower/lower.h"

namespace knobscope {

namespace {

std::vector<std::string> texts(const std::vector<NestLine>& lines)
{
    std::vector<std::string> out;
    for (const NestLine& line : lines) {
        out.push_back(line.text);
    }
    return out;
}

std::vector<NestLine> withoutNest(std::vector<ir::PrintedLine> lines)
{
    std::vector<NestLine> out;
    size_t around = 0; // number of loops around the previous line
    for (ir::PrintedLine& line : lines) {
        const auto* statement = static_cast<const ir::StmtNode*>(line.statement);
        // A GPU's bound loops have no statement; their lines are those that enter a loop.
        const bool isLoop = statement ? std::holds_alternative<ir::For>(statement->kind) : line.loops.size() > around;
        around = line.loops.size();
        out.push_back({std::move(line.text), std::move(line.loops), isLoop});
    }
    return out;
}

void markChanges(ScheduleStep& step, const std::vector<NestLine>& before)
{
    step.changed.assign(step.lines.size(), false);
    for (const ir::DiffRow& row : ir::diffLines(texts(before), texts(step.lines))) {
        if (row.kind == ir::DiffRow::Kind::Added) {
            step.changed[static_cast<size_t>(row.right) - 1] = true;
        }
    }
}

} // namespace

std::vector<NestLine> nestLines(const ir::LoopNest& nest)
{
    return withoutNest(ir::print(nest));
}

std::vector<NestLine> nestLines(const ir::DeviceProgram& program)
{
    return withoutNest(ir::print(program));
}

Result<std::vector<ScheduleStep>> scheduleSteps(const Task& task, const ConfigEntity& entity)
{
    const auto schedule = TRY(scheduleConfig(task, entity, History::Keep));
    std::vector<ScheduleStep> steps;
    std::vector<NestLine> before;
    for (size_t count = 0; count < schedule.primitives().size(); ++count) {
        ScheduleStep step;
        step.primitive = schedule.primitives()[count];
        const auto past = schedule.stateAfter(count);
        if (!past) {
            return fail(ErrorCode::Unsupported,
                        "Template {} does not create its schedule with cfg.makeSchedule, so there are no steps to show",
                        task.name);
        }
        if (const auto nest = lower(*past, kernelName(task))) {
            step.lines = nestLines(*nest);
            markChanges(step, before);
            before = step.lines;
        } else {
            step.problem = nest.error();
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

} // namespace knobscope

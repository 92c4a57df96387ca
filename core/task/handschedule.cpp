// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/handschedule.h"

#include "core/base/readjson.h"
#include "core/script/print.h"
#include "core/script/workload.h"
#include "core/template/user_schedule.h"

namespace knobscope {

namespace {

Result<std::string> headOf(const Task& task, const ConfigEntity& entity)
{
    if (task.name.starts_with(kUserPrefix)) {
        const auto arguments = TRY(readTextArguments(task.args));
        const auto opened = TRY(openText(arguments.source, arguments.given, traitsOf(task.target)));
        return printHead(opened.text, arguments.source, opened.sizes);
    }
    nlohmann::json workload = task.args;
    workload.insert(workload.begin(), task.name);
    const auto index = task.templateSpace.indexOf(entity); // edits may have changed its number, or added its values
    const nlohmann::json config = index ? nlohmann::json(*index) : entityToJson(entity);
    return fmt::format("{}from {} config {}\n", task.isGpu ? "target gpu\n" : "", jsonText(workload), jsonText(config));
}

} // namespace

Result<std::string> scheduleAsText(const Task& task, const ConfigEntity& entity)
{
    const auto schedule = TRY(scheduleConfig(task, entity, History::Keep));
    const auto head = TRY(headOf(task, entity));
    const auto lines = TRY(printPrimitives(schedule));
    return head + lines;
}

} // namespace knobscope

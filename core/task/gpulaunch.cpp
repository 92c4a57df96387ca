// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/gpulaunch.h"

#include "core/template/template.h"

namespace knobscope {

KnobLaunch knobLaunch(const Task& task, const ConfigEntity& entity)
{
    const auto found = findTemplate(task.name);
    return found && (*found)->launch ? (*found)->launch({task.space, task.args, entity}) : KnobLaunch();
}

std::optional<KnobShared> knobShared(const Task& task, const ConfigEntity& entity)
{
    const auto found = findTemplate(task.name);
    return found && (*found)->shared ? (*found)->shared({task.space, task.args, entity}) : std::nullopt;
}

} // namespace knobscope

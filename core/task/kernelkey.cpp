// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/kernelkey.h"

namespace knobscope {

std::string kernelKey(const Task& task, const ConfigEntity& entity)
{
    return kernelKey(taskToJson(task), entity);
}

std::string kernelKey(nlohmann::json task, const ConfigEntity& entity)
{
    task.erase("edits");
    return task.dump() + " " + entityToJson(entity).dump();
}

std::string kernelKey(const Task& task, int64_t index)
{
    const auto entity = task.space.at(index);
    return entity ? kernelKey(task, *entity)
                  : fmt::format("{} none: {} of {}", workloadKey(task), index, editsToJson(task.edits).dump());
}

} // namespace knobscope

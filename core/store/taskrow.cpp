// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/taskrow.h"

namespace knobscope {

TaskRow taskRowOf(const Task& task, std::string label)
{
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    row.label = std::move(label);
    row.spaceText = task.space.text();
    row.spaceLength = task.space.validCount().low;
    row.flops = task.autotvmFlops;
    return row;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/networkqueue.h"

#include "widgets/workspace/networks.h"

namespace knobscope {

Result<std::vector<LoopTask>> tasksOfNetwork(Workspace& workspace)
{
    const auto current = workspace.task();
    if (!current) {
        return fail(ErrorCode::InvalidArgument, "Choose a task first");
    }
    const std::string label = workspace.taskLabel().toStdString();
    const std::string id = Networks::networkOf(workspace.taskLabel());
    if (id.size() == label.size()) {
        return fail(ErrorCode::InvalidArgument, "{} is not from a network", label);
    }
    const auto network = findNetwork(workspace.networks().all(), id);
    if (!network) {
        return fail(network);
    }
    const auto extracted = extractTasks(*network, current->target);
    if (!extracted) {
        return fail(extracted);
    }
    std::vector<LoopTask> tasks;
    for (const NetworkTask& item : extracted->tasks) {
        auto task = item.id == label ? Result<Task>(*current) : workspace.editedTask(item.task, item.args, current->target);
        if (!task) {
            return fail(task);
        }
        tasks.push_back({std::move(*task), item.id, {}, {}, 0});
    }
    return tasks;
}

} // namespace knobscope

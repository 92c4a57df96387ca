// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/welcome/opening.h"

#include "core/task/host.h"

namespace knobscope {

Result<void> openWithLastTask(Workspace& workspace, const QString& path)
{
    if (auto opened = workspace.openProject(path); !opened) {
        return opened;
    }
    if (workspace.runs().empty()) {
        return {};
    }
    const RunRow last = workspace.runs().back();
    const auto task = workspace.taskOfRun(last.id);
    if (!task) {
        workspace.say(MessageLevel::Warning, Workspace::tr("The task of run %1 cannot be made by this version.").arg(last.id));
        return {};
    }
    return workspace.openTask(QString::fromStdString(last.label), task->name, task->args, task->target, task->edits);
}

Result<void> openNetworkTask(Workspace& workspace, const QString& id)
{
    const auto target = hostTarget();
    const auto networks = loadNetworks();
    if (!target || !networks) {
        return target ? fail(networks) : fail(target);
    }
    const auto task = findTask(*networks, id.toStdString(), *target);
    if (!task) {
        return fail(task);
    }
    return workspace.openTask(id, task->task, task->args, *target);
}

} // namespace knobscope

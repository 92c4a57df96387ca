// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/welcome/opening.h"

#include "core/task/host.h"
#include "widgets/translation/coretext.h"

namespace knobscope {

Result<void> openWithLastTask(Workspace& workspace, const QString& path)
{
    if (auto opened = workspace.openProject(path); !opened) {
        return opened;
    }
    if (workspace.runs().empty()) {
        return {};
    }
    if (auto opened = workspace.openTaskOfRun(workspace.runs().back().id); !opened) {
        workspace.say(MessageLevel::Warning, coreText(opened.error())); // the project is open all the same
    }
    return {};
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/workspace.h"

namespace knobscope {

/// Opens a project and, with it, the task of its last run, so that there is something to look at and to go on with. A task that
/// this version cannot make is said in the log and leaves the project open.
Result<void> openWithLastTask(Workspace& workspace, const QString& path);

/// Opens a task of the networks that ship with the program, on this machine: "resnet-18:2".
Result<void> openNetworkTask(Workspace& workspace, const QString& id);

} // namespace knobscope

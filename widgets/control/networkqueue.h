// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/workspace.h"

namespace knobscope {

/// Every task of the network that the current task is from, each with its edits. Refuses a task that is from no network.
Result<std::vector<LoopTask>> tasksOfNetwork(Workspace& workspace);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/workspace.h"

namespace knobscope {

/// Adds every task of the network that the task in hand is from to the session's queue, the one in hand with its edits; how many.
/// Refuses a task that is from no network.
Result<int> enqueueNetwork(Workspace& workspace, const RunOptions& options, const MeasureOptions& measuring);

} // namespace knobscope

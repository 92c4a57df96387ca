// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/workspace.h"

#include <optional>

namespace knobscope {

/// A trial as a config: the task that its run tuned, with the edits of then, and the config's number in that space.
struct HoveredConfig {
    TrialRef trial;
    std::shared_ptr<const Task> task;
    qint64 index = -1;
};

/// The trial under the pointer; nullopt when there is none, or when this version cannot make its task. Reads one row of the
/// project. GUI thread only.
std::optional<HoveredConfig> hoveredConfig(Workspace& workspace);
/// The values of the trial under the pointer when it is of the current task, whatever the edits of either.
std::optional<ConfigEntity> hoveredValues(Workspace& workspace);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <vector>

namespace knobscope {

/// The configs that may be a task's anchor, the kernel that its speed-ups are relative to: its fallback config, what an untuned
/// program would run; where its template has none, or that does not work, the first valid ones. In the order in which they are
/// tried, at most four, none twice.
std::vector<ConfigEntity> anchorConfigs(const Task& task);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "core/task/task.h"

#include <string>

namespace knobscope {

/// The row of a task in the project, without an id.
TaskRow taskRowOf(const Task& task, std::string label);

} // namespace knobscope

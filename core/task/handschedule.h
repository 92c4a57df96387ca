// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

namespace knobscope {

/// A config of any task as a schedule by hand (core/script): what it computes, then its primitives, one a line. Made a task
/// again, the text has the same loop nest. Fails for an illegal config.
Result<std::string> scheduleAsText(const Task& task, const ConfigEntity& entity);

} // namespace knobscope

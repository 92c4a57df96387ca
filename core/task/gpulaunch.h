// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"
#include "core/template/launch.h"

namespace knobscope {

/// What a GPU config's knobs say of its main kernel, as its template tells.
KnobLaunch knobLaunch(const Task& task, const ConfigEntity& entity);
/// Bytes of a block that one reduction step copies; nothing where the template's knobs do not say.
std::optional<KnobShared> knobShared(const Task& task, const ConfigEntity& entity);

} // namespace knobscope

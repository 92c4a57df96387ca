// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"
#include "core/template/launch.h"

namespace knobscope {

/// The launch of a GPU config's main kernel, which its template derives from the knobs.
KnobLaunch knobLaunch(const Task& task, const ConfigEntity& entity);
/// Bytes that one reduction step of a block copies; nullopt if the template does not derive it from the knobs.
std::optional<KnobShared> knobShared(const Task& task, const ConfigEntity& entity);

} // namespace knobscope

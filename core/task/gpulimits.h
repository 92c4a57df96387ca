// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/programlimits.h"
#include "core/task/task.h"

namespace knobscope {

/// What a GPU config's knobs alone already break of a device's limits, before there is a schedule. LimitExceeded names the
/// figure and the knobs to change: "2,048 threads per block; sm_90 allows 1,024: lower tile_y's or tile_x's third factor".
Result<void> checkKnobLimits(const Task& task, const ConfigEntity& entity, const DeviceDescription& device);

/// The same of what the config was lowered to, every kernel of it; the first breach. Products of warps are refused where the
/// device's tensor cores are too old for them, or are none (Unsupported).
Result<void> checkProgramLimits(const ir::DeviceProgram& program, const Task& task, const ConfigEntity& entity,
                                const DeviceDescription& device);

/// What keeps a GPU config from running on the card that its task's target names; empty where nothing does, and
/// for a config that cannot be lowered at all.
Sentence brokenLimit(const Task& task, const ConfigEntity& entity);

/// That products of warps can be compiled for a compute capability; `device` is what the sentence calls it.
Result<void> checkProducts(const ir::DeviceProgram& program, const ComputeCapability& capability, const std::string& device);

} // namespace knobscope

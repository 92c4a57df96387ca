// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/programlimits.h"
#include "core/task/task.h"

namespace knobscope {

/// Checks every lowered kernel of a config and returns the first violation. LimitExceeded names the figure and the knobs to
/// change: "2,048 threads per block; sm_90 allows 1,024: lower tile_y's or tile_x's third factor". Unsupported for warp-level
/// products (mma) if the device has no tensor cores or too old ones.
Result<void> checkProgramLimits(const ir::DeviceProgram& program, const ConfigEntity& entity, const DeviceDescription& device);

/// Why a GPU config cannot run on the card that its task's target names; empty if it can, or if it cannot be lowered.
Sentence violatedLimit(const Task& task, const ConfigEntity& entity);

/// Checks that warp-level products can be compiled for a compute capability; `device` names it in the message.
Result<void> checkProducts(const ir::DeviceProgram& program, const ComputeCapability& capability, const std::string& device);

} // namespace knobscope

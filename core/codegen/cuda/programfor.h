// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/architecture.h"
#include "core/ir/deviceprogram.h"

namespace knobscope {

/// The program as an architecture can run it: its asynchronous copies become loads and stores, through registers, where there are
/// none (before sm_80); a note says so. Statements stay the same ones.
ir::DeviceProgram programFor(const ir::DeviceProgram& program, const CudaArchitecture& architecture);

} // namespace knobscope

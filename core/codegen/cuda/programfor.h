// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/architecture.h"
#include "core/ir/deviceprogram.h"

namespace knobscope {

/// Adapts the program to an architecture: before sm_80, asynchronous copies become loads and stores through registers, and a
/// note is added. Keeps the identity of statements.
ir::DeviceProgram programFor(const ir::DeviceProgram& program, const CudaArchitecture& architecture);

} // namespace knobscope

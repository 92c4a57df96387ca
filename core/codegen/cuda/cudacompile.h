// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/nvrtc.h"

namespace knobscope {

/// Prints the program as CUDA C and compiles it with NVRTC. A cubin comes with each kernel's resources. Takes 30 ms at least and
/// seconds for heavily unrolled kernels. Callable from several threads at once.
Result<DeviceImage> compileCuda(const ir::DeviceProgram& program, const Nvrtc& nvrtc, const Nvrtc::Options& options);

} // namespace knobscope

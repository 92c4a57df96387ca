// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"
#include "core/codegen/cuda/nvrtc.h"
#include "core/ir/printer.h"

namespace knobscope {

/// Prints the program as CUDA C and compiles it with NVRTC. A cubin comes with each kernel's resources. Takes at least 30 ms,
/// and seconds for heavily unrolled kernels. Thread-safe.
Result<DeviceImage> compileCuda(const ir::DeviceProgram& program, const Nvrtc& nvrtc, const Nvrtc::Options& options);

/// NVRTC's PTX for display, without comments and line directives; text lines are linked to the printed lines `nest`.
Result<CodeText> cudaPtxText(const ir::DeviceProgram& program, const Nvrtc& nvrtc, const CudaArchitecture& architecture,
                             const std::vector<ir::PrintedLine>& nest);

} // namespace knobscope

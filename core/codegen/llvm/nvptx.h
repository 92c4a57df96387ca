// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"
#include "core/codegen/cuda/architecture.h"
#include "core/codegen/deviceimage.h"
#include "core/ir/printer.h"

// Without LLVM in the build, all functions fail with Unsupported (core/target/host_without_llvm.cpp).
namespace knobscope {

/// Compiles a GPU program to PTX with LLVM's NVPTX target, for machines with a driver but no CUDA toolkit: the driver compiles
/// the PTX. Local buffers are register values if their loops can be unrolled. Architectures newer than LLVM knows get PTX for
/// the newest known one, which their drivers compile too. Thread-safe.
Result<DeviceImage> compileNvptx(const ir::DeviceProgram& program, const CudaArchitecture& architecture);

/// The newest architecture that LLVM knows and whose PTX runs on `wanted`: the same or an older one.
Result<CudaArchitecture> nvptxArchitecture(const CudaArchitecture& wanted);

/// The PTX for display, without its header; text lines are linked to the printed lines `nest`.
Result<CodeText> nvptxText(const ir::DeviceProgram& program, const CudaArchitecture& architecture,
                           const std::vector<ir::PrintedLine>& nest);

} // namespace knobscope

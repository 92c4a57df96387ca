// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"
#include "core/codegen/cuda/architecture.h"
#include "core/codegen/deviceimage.h"
#include "core/ir/printer.h"

// In a build without LLVM all of it is Unsupported (core/task/host_without_llvm.cpp).
namespace knobscope {

/// Compiles a GPU program to PTX with LLVM's NVPTX target, for machines with a driver and no CUDA toolkit: the driver makes
/// machine code of it. Local buffers are register values where their loops can be unrolled. Architectures newer than LLVM
/// knows get PTX for the newest that it does know, which their drivers compile as well. Callable from several threads at once.
Result<DeviceImage> compileNvptx(const ir::DeviceProgram& program, const CudaArchitecture& architecture);

/// The newest architecture that LLVM knows and whose PTX runs on `wanted`: that one itself, or an older one.
Result<CudaArchitecture> nvptxArchitecture(const CudaArchitecture& wanted);

/// The PTX for people, without its header; `nest` are the printed lines that text lines are linked to.
Result<CodeText> nvptxText(const ir::DeviceProgram& program, const CudaArchitecture& architecture,
                           const std::vector<ir::PrintedLine>& nest);

} // namespace knobscope

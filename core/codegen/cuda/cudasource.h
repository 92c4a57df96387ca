// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/codegen/codetext.h"
#include "core/ir/deviceprogram.h"
#include "core/ir/printer.h"

namespace knobscope {

/// A GPU program as readable CUDA C++ for NVRTC; it needs no header. One function per kernel, in launch order:
/// - blocks and threads named bx, by, bz, tx, ty, tz, if a kernel uses them;
/// - shared memory as arrays, or as parts of one dynamic block if it exceeds 48 KiB;
/// - local buffers as arrays that unrolling turns into registers;
/// - vectorized loops as moves of float4, float2 and similar if alignment follows from the index (else unrolled);
/// - `#pragma unroll` where the schedule unrolls or asks the device compiler to, within unrollLimits.
/// A loop ends with its knob and primitive. Each line knows its loops and its statement.
/// Fails for a body that still has loops bound to threads, and for a program that describeLaunches refuses.
Result<std::vector<ir::PrintedLine>> printCuda(const ir::DeviceProgram& program);

/// The lines joined.
Result<std::string> cudaSource(const ir::DeviceProgram& program);

/// The source for the code view: text lines are linked to the printed lines `nest` by statement.
Result<CodeText> cudaText(const ir::DeviceProgram& program, const std::vector<ir::PrintedLine>& nest);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"
#include "core/ir/deviceprogram.h"
#include "core/ir/printer.h"
#include "core/result/result.h"

namespace knobscope {

/// A GPU program as CUDA C++ that people read and NVRTC compiles; it needs no header. One function a kernel, in launch order:
/// - blocks and threads by the names bx, by, bz, tx, ty, tz, where a kernel uses them;
/// - shared memory as arrays, or as parts of one dynamic block where it is more than 48 KiB;
/// - local buffers as arrays that unrolling turns into registers;
/// - vectorized loops as moves of float4, float2 and their like where alignment follows from the index (else unrolled);
/// - `#pragma unroll` where the schedule unrolls or asks the device compiler to, within unrollLimits.
/// A loop ends with the knob and primitive that made it. Each line knows its loops and its statement.
///
/// Refuses a body that still has loops bound to threads, and a program that describeLaunches refuses.
Result<std::vector<ir::PrintedLine>> printCuda(const ir::DeviceProgram& program);

/// The lines joined.
Result<std::string> cudaSource(const ir::DeviceProgram& program);

/// The same for the code view: `nest` are the printed lines that text lines are linked to, by statement.
Result<CodeText> cudaText(const ir::DeviceProgram& program, const std::vector<ir::PrintedLine>& nest);

} // namespace knobscope

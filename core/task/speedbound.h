// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/machineprofile.h"
#include "core/task/task.h"

#include <cstdint>

namespace knobscope {

/// Lower bound of a call's time, derived from a loop nest (Williams, Waterman and Patterson 2009, "Roofline", with the limits of
/// a core's units in addition to memory: arithmetic, dependent sums, loads, stores). In cycles of a core (CPU) or a
/// multiprocessor (GPU) of unknown clock rate: only the ratio of two configs of a task is meaningful. Not measured:
/// computed from the lowered config, in half a millisecond: loops are not cut at tails and borders, which takes most of the time
/// of lowering, so a tail counts like a whole tile (as measured kernels do: their tails run without register tiles). Unsupported
/// for an illegal config and a CPU with unknown registers.
/// `threads` share the parallel loops.
Result<double> speedBound(const Task& task, const ConfigEntity& entity, const MachineProfile& machine, int threads = 1);

/// Same for an existing loop nest. Conditions of values (padding) must be statements (lowerSelects).
double nestBound(const ir::LoopNest& nest, const MachineProfile& machine, int threads = 1);
/// Same for a GPU config. Not validated by measured kernels yet.
Result<double> gpuSpeedBound(const Task& task, const ConfigEntity& entity);

} // namespace knobscope

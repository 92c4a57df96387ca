// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/machine.h"
#include "core/task/task.h"

#include <cstdint>

namespace knobscope {

/// How long a call must take at least, as far as a loop nest tells (Williams, Waterman and Patterson 2009, "Roofline", with the
/// limits of a core's units beside that of memory: arithmetic, sums that wait for themselves, loads, stores). In cycles of the
/// core (CPU) or of a multiprocessor (GPU) whose full rate is not known: only the ratio of two configs of a task means something.
/// Nothing is measured. Of a CPU config from its loop nest (about a millisecond), of a GPU config from its knobs (microseconds).
/// Unsupported where nothing can be said: an illegal config, a GPU template whose knobs do not name blocks and threads, a CPU
/// whose registers are not known. `threads` share the parallel loops.
Result<double> speedBound(const Task& task, const ConfigEntity& entity, const MachineFacts& machine, int threads = 1);

/// The same of a nest that is at hand.
double nestBound(const ir::LoopNest& nest, const MachineFacts& machine, int threads = 1);
/// The same of a GPU config. Not held against measured kernels yet: no GPU has run one.
Result<double> gpuSpeedBound(const Task& task, const ConfigEntity& entity);

} // namespace knobscope

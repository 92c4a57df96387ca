// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/machine.h"
#include "core/task/task.h"

#include <cstdint>

namespace knobscope {

/// How long a call must take at least, as far as a loop nest tells (Williams, Waterman and Patterson 2009, "Roofline", with the
/// limits of a core's units beside that of memory). In cycles of the core (CPU) or of a multiprocessor (GPU) whose full rate is
/// not known: only the ratio of two configs of a task means something. Nothing is measured.
struct SpeedBound {
    enum class Limit : uint8_t {
        Arithmetic, ///< vector units: tails of vectors that are not filled, single elements
        Chain,      ///< sums that wait for themselves: too few of them at a time
        Loads,      ///< operands that come from the first cache
        Stores,     ///< sums in memory, by choice or because there are more than registers
        Memory,     ///< what every level of the caches has to fetch from the next
        Occupancy,  ///< a GPU's: too few threads, blocks or warps to fill it
    };
    double cycles = 0;
    Limit limit = Limit::Arithmetic; ///< of the busiest statement
};
const char* limitText(SpeedBound::Limit limit);

/// The bound of a CPU config from its loop nest (about a millisecond), of a GPU config from its knobs (microseconds).
/// Unsupported where nothing can be said: an illegal config, a GPU template whose knobs do not name blocks and threads, a CPU
/// whose registers are not known. `threads` share the parallel loops.
Result<SpeedBound> speedBound(const Task& task, const ConfigEntity& entity, const MachineFacts& machine, int threads = 1);

/// The same of a nest that is at hand.
SpeedBound nestBound(const ir::LoopNest& nest, const MachineFacts& machine, int threads = 1);
/// The same of a GPU config. Not held against measured kernels yet: no GPU has run one.
Result<SpeedBound> gpuSpeedBound(const Task& task, const ConfigEntity& entity);

} // namespace knobscope

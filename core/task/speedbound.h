// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/machineprofile.h"
#include "core/task/task.h"

#include <algorithm>
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

/// The parts of a bound, in cycles: the statement that takes most of them, and the rest.
struct BoundParts {
    double total = 0;      ///< the bound
    double runs = 0;       ///< of the statement's unrolled and vectorized copies, which follow each other without a loop
    double arithmetic = 0; ///< of one such run; the largest of the four decides
    double waiting = 0;    ///< for the sum before, of one run; 0 if it sums nothing
    double loads = 0;
    double stores = 0;
    double overhead = 0;   ///< of the loop around it, per run
    double units = 0;      ///< multiply-adds started per cycle
    double latency = 0;    ///< cycles from one update of a sum to the next
    double vectors = 0;    ///< vectors that a run writes: independent sums, if it sums
    double steps = 0;      ///< updates of each of them in a run
    double fill = 0;       ///< share of the vectors' lanes that hold elements
    bool isSum = false;
    bool isInRegisters = false; ///< what it writes
    double others = 0;     ///< all other statements
    double memory = 0;     ///< transfers beyond what the statement's own cycles hide

    double statement() const { return runs * (std::max({arithmetic, waiting, loads, stores}) + overhead); }
};
/// As speedBound(). Unsupported for GPU tasks, too.
Result<BoundParts> boundParts(const Task& task, const ConfigEntity& entity, const MachineProfile& machine, int threads = 1);
/// Same for an existing loop nest. Conditions of values (padding) must be statements (lowerSelects).
BoundParts nestBoundParts(const ir::LoopNest& nest, const MachineProfile& machine, int threads = 1);

/// Same for a GPU config. Not validated by measured kernels yet.
Result<double> gpuSpeedBound(const Task& task, const ConfigEntity& entity);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/target.h"

#include <cstdint>

namespace knobscope {

/// What derived figures are held against; 0 stands for "not known".
struct MachineFacts {
    int vectorBits = 0;      ///< of the widest vector register
    int vectorRegisters = 0; ///< of that width
    int64_t l1Bytes = 0;     ///< data cache of a core
    int64_t l2Bytes = 0;
    int64_t l3Bytes = 0;
    int fmaUnits = 0;        ///< multiply-adds on such vectors begun a cycle
};

/// Registers from the code generator's tables; caches from the operating system and units measured, where the target is this
/// machine's CPU.
MachineFacts machineFactsOf(const Target& target);
/// Cache sizes of this machine: sysconf, else /sys/devices/system/cpu.
MachineFacts hostCaches();

} // namespace knobscope

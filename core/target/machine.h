// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/target.h"

#include <cstdint>

namespace knobscope {

/// Machine limits that derived figures are compared with; 0 means unknown.
struct MachineFacts {
    int vectorBits = 0;      ///< width of the widest vector register
    int vectorRegisters = 0; ///< number of registers of that width
    int64_t l1Bytes = 0;     ///< data cache per core
    int64_t l2Bytes = 0;
    int64_t l3Bytes = 0;
    int fmaUnits = 0;        ///< multiply-adds on such vectors started per cycle
};

/// Registers from the code generator's tables. If the target is this machine's CPU, also caches from the operating system and the
/// measured number of FMA units.
MachineFacts machineFactsOf(const Target& target);
/// Cache sizes of this machine from sysconf, else from /sys/devices/system/cpu.
MachineFacts hostCaches();

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonmembers.h"

#include <cstdint>
#include <string>

namespace knobscope {

struct Target;

/// A machine whose CPU runs kernels: its identity, and limits that derived figures are compared with. Empty or 0 means unknown.
struct MachineProfile {
    std::string cpu{};       ///< "AMD EPYC 9J14 96-Core Processor"; the architecture if the system does not report it
    std::string host{};      ///< network name; virtual machines share processor names
    int cores = 0;           ///< number of cores that a process may use
    int vectorBits = 0;      ///< width of the widest vector register
    int vectorRegisters = 0; ///< number of registers of that width
    int64_t l1Bytes = 0;     ///< data cache per core
    int64_t l2Bytes = 0;
    int64_t l3Bytes = 0;
    int fmaUnits = 0;        ///< multiply-adds on such vectors started per cycle
};

void visitMembers(MaybeConst<MachineProfile> auto& machine, const auto& visit)
{
    visit("cpu", machine.cpu);
    visit("host", machine.host);
    visit("cores", machine.cores);
    visit("vector_bits", machine.vectorBits);
    visit("vector_registers", machine.vectorRegisters);
    visit("l1_bytes", machine.l1Bytes);
    visit("l2_bytes", machine.l2Bytes);
    visit("l3_bytes", machine.l3Bytes);
    visit("fma_units", machine.fmaUnits);
}

/// The machine that this process runs on, without its vector registers; made on the first call, in a millisecond. Workers send it
/// to the program that started them (WorkerProcess::machine).
const MachineProfile& thisMachine();
/// Facts about a target's machine: registers from the code generator's tables, the rest only if it is this machine's CPU.
MachineProfile profileOf(const Target& target);
/// The CPU's name in the text of /proc/cpuinfo, with family and model if virtual machines with other CPUs have the same name
/// ("AMD EPYC"); empty if it has none.
std::string cpuNameIn(const std::string& cpuinfo);

} // namespace knobscope

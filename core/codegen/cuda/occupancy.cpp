// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/occupancy.h"

#include "core/ir/integerdivision.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t warpThreads = 32;

} // namespace

const char* limitText(Occupancy::Limit limit)
{
    switch (limit) {
    case Occupancy::Limit::Blocks: return "resident blocks";
    case Occupancy::Limit::Warps: return "resident warps";
    case Occupancy::Limit::Registers: return "registers";
    case Occupancy::Limit::SharedMemory: return "shared memory";
    case Occupancy::Limit::DoesNotFit: return "does not fit";
    }
    return "";
}

Occupancy occupancyOf(const MultiprocessorLimits& limits, int64_t threads, int registersOfThread, int64_t sharedBytes)
{
    Occupancy out;
    const int64_t warps = ir::ceilDivide(threads, warpThreads);
    if (threads < 1 || threads > limits.threadsOfBlock || registersOfThread > limits.registersOfThread
        || sharedBytes > limits.sharedBytesOfBlock) {
        return out;
    }
    out.blocksByWarps = static_cast<int>(limits.warps / warps);
    out.blocksByRegisters = limits.blocks;
    if (registersOfThread > 0) {
        const int64_t ofWarp = ir::roundedUp<int64_t>(registersOfThread * warpThreads, limits.registerUnit);
        const int64_t warpsOfPart = limits.registers / limits.subpartitions / ofWarp;
        out.blocksByRegisters = static_cast<int>(warpsOfPart * limits.subpartitions / warps);
    }
    const int64_t shared = ir::roundedUp(sharedBytes + limits.sharedReserved, limits.sharedUnit());
    out.blocksBySharedMemory = shared > 0 ? static_cast<int>(limits.sharedBytes / shared) : limits.blocks;

    out.blocks = std::min({limits.blocks, out.blocksByWarps, out.blocksByRegisters, out.blocksBySharedMemory});
    out.warps = static_cast<int>(out.blocks * warps);
    out.fraction = static_cast<double>(out.warps) / limits.warps;
    out.limit = out.blocks == 0                        ? Occupancy::Limit::DoesNotFit
              : out.blocks == out.blocksByWarps        ? Occupancy::Limit::Warps
              : out.blocks == out.blocksByRegisters    ? Occupancy::Limit::Registers
              : out.blocks == out.blocksBySharedMemory ? Occupancy::Limit::SharedMemory
                                                       : Occupancy::Limit::Blocks;
    return out;
}

} // namespace knobscope

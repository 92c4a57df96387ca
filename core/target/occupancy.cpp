// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/occupancy.h"

#include "core/ir/integerdivision.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kRegisterUnit = 256;
constexpr int64_t kDriverReservedBytes = 1 << 10; // per block, of shared memory

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

Occupancy occupancyOf(const DeviceDescription& device, int64_t threads, int64_t registersOfThread, int64_t sharedBytes)
{
    Occupancy out;
    const int64_t warps = ir::ceilDivide(threads, int64_t{device.warp});
    if (threads < 1 || threads > device.threadsPerBlock || registersOfThread > device.registersPerThread
        || sharedBytes > device.sharedPerBlockOptin) {
        return out;
    }
    out.blocksByWarps = static_cast<int>(device.warpsPerMultiprocessor / warps);
    out.blocksByRegisters = device.blocksPerMultiprocessor;
    if (registersOfThread > 0) {
        const int64_t parts = device.capability == ComputeCapability{6, 0} ? 2 : 4;
        const int64_t ofWarp = ir::roundedUp(registersOfThread * device.warp, kRegisterUnit);
        const int64_t warpsOfPart = device.registersPerMultiprocessor / parts / ofWarp;
        out.blocksByRegisters = static_cast<int>(warpsOfPart * parts / warps);
    }
    const bool isNew = device.capability >= ComputeCapability{8, 0};
    const int64_t shared = ir::roundedUp<int64_t>(sharedBytes + (isNew ? kDriverReservedBytes : 0), isNew ? 128 : 256);
    out.blocksBySharedMemory =
        shared > 0 ? static_cast<int>(device.sharedPerMultiprocessor / shared) : device.blocksPerMultiprocessor;

    out.blocks = std::min({device.blocksPerMultiprocessor, out.blocksByWarps, out.blocksByRegisters, out.blocksBySharedMemory});
    out.warps = static_cast<int>(out.blocks * warps);
    out.fraction = static_cast<double>(out.warps) / device.warpsPerMultiprocessor;
    out.limit = out.blocks == 0                        ? Occupancy::Limit::DoesNotFit
              : out.blocks == out.blocksByWarps        ? Occupancy::Limit::Warps
              : out.blocks == out.blocksByRegisters    ? Occupancy::Limit::Registers
              : out.blocks == out.blocksBySharedMemory ? Occupancy::Limit::SharedMemory
                                                       : Occupancy::Limit::Blocks;
    return out;
}

} // namespace knobscope

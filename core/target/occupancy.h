// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/description.h"

#include <cstdint>

namespace knobscope {

/// Number of blocks of a kernel that are resident on one multiprocessor, and the limiting resource.
struct Occupancy {
    enum class Limit : uint8_t { Blocks, Warps, Registers, SharedMemory, DoesNotFit };
    int blocks = 0;
    int warps = 0;
    double fraction = 0;             ///< resident warps relative to the maximum
    Limit limit = Limit::DoesNotFit; ///< the limiting resource
    /// Number of blocks that each resource alone would allow.
    int blocksByWarps = 0;
    int blocksByRegisters = 0;
    int blocksBySharedMemory = 0;
};
const char* limitText(Occupancy::Limit limit);

/// NVIDIA's occupancy calculation (cuda_occupancy.h): registers are allocated to warps in units of 256, and warps to the
/// multiprocessor's four parts; shared memory, including the driver's reserve, in units of 128 bytes (256 before 8.0).
/// `sharedBytes` is static plus dynamic.
Occupancy occupancyOf(const DeviceDescription& device, int64_t threads, int64_t registersOfThread, int64_t sharedBytes);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/description.h"

#include <cstdint>

namespace knobscope {

/// How many blocks of a kernel are resident on one multiprocessor, and what keeps it from more.
struct Occupancy {
    enum class Limit : uint8_t { Blocks, Warps, Registers, SharedMemory, DoesNotFit };
    int blocks = 0;
    int warps = 0;
    double fraction = 0;             ///< resident warps of the most possible
    Limit limit = Limit::DoesNotFit; ///< the scarcest
    /// Blocks that each resource alone would allow.
    int blocksByWarps = 0;
    int blocksByRegisters = 0;
    int blocksBySharedMemory = 0;
};
const char* limitText(Occupancy::Limit limit);

/// NVIDIA's occupancy calculation (cuda_occupancy.h): registers are given out to warps in units of 256 and warps to the
/// multiprocessor's four parts; shared memory with what the driver reserves, in units of 128 bytes (256 before 8.0).
/// `sharedBytes` static and dynamic together.
Occupancy occupancyOf(const DeviceDescription& device, int64_t threads, int64_t registersOfThread, int64_t sharedBytes);

} // namespace knobscope

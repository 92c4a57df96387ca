// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/codegen/kernel.h"
#include "core/ir/deviceprogram.h"

#include <array>
#include <cstdint>
#include <optional>

namespace knobscope {

/// Resources of a multiprocessor that one kernel uses, as reported by the assembler.
struct KernelResources {
    int registers = 0;             ///< per thread
    int64_t stackBytes = 0;        ///< local memory per thread, including spills
    int64_t spillStoreBytes = 0;   ///< per thread: written to local memory for lack of registers
    int64_t spillLoadBytes = 0;
    int64_t staticSharedBytes = 0; ///< per block
    int barriers = 0;
};

/// One launch.
struct DeviceLaunch {
    std::string symbol;
    std::array<int64_t, 3> grid{1, 1, 1};
    std::array<int64_t, 3> block{1, 1, 1};
    std::vector<size_t> parameters;        ///< meaning of each pointer: i < arguments.size(): argument i; else an intermediate
    int64_t staticSharedBytes = 0;         ///< part of the code
    int64_t dynamicSharedBytes = 0;        ///< to pass at the launch; above 48 KiB the kernel must opt in first
    std::optional<KernelResources> usage;  ///< unknown for PTX, and if the compiler does not report it
    bool isPrecomputed = false;            ///< depends on weights only: runs beforehand, excluded from the timing

    int64_t threads() const { return block[0] * block[1] * block[2]; }
    int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
    int64_t sharedBytes() const { return staticSharedBytes + dynamicSharedBytes; }
};

/// Global memory between launches, allocated by the caller that runs the image.
struct DeviceIntermediate {
    std::string name;
    int64_t bytes = 0;
};

/// A compiled DeviceProgram and its launches, in order.
struct DeviceImage {
    std::vector<std::byte> bytes;           ///< a cubin; or PTX (for display), null-terminated
    int capability = 0;                     ///< compute capability of the target: 90 for sm_90
    std::vector<KernelArgument> arguments;
    std::vector<DeviceIntermediate> intermediates;
    std::vector<DeviceLaunch> launches;
    std::string log;                        ///< compiler output: warnings, resource figures
};

/// Limit of static shared memory, 48 KiB on every device (CUDA C++ Programming Guide, "Compute capabilities"); a kernel that
/// needs more allocates all of it dynamically.
inline constexpr int64_t kMaxStaticSharedBytes = 48 << 10;

/// A kernel's shared buffers and their offsets in one 16-byte aligned block of memory.
struct SharedLayout {
    struct Place {
        ir::Buffer buffer;
        int64_t offset = 0;
    };
    std::vector<Place> places;
    int64_t bytes = 0;
    bool isDynamic() const { return bytes > kMaxStaticSharedBytes; }
};
SharedLayout sharedLayout(const ir::DeviceKernel& kernel);

/// The program's launches without code, for the compiler to fill in. Fails for an inconsistent program: a kernel that uses a
/// buffer the program does not have, two kernels with one name, a buffer without elements.
Result<DeviceImage> describeLaunches(const ir::DeviceProgram& program);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"
#include "core/ir/deviceprogram.h"
#include "core/result/result.h"

#include <array>
#include <cstdint>
#include <optional>

namespace knobscope {

/// What the CUDA driver loads: machine code for one architecture, or PTX that it compiles itself.
enum class DeviceImageFormat : uint8_t { Cubin, Ptx };

/// What the code of one kernel takes of a multiprocessor, as the assembler counted it.
struct KernelResources {
    int registers = 0;             ///< of a thread
    int64_t stackBytes = 0;        ///< local memory of a thread, spills included
    int64_t spillStoreBytes = 0;   ///< of a thread: written to local memory for want of registers
    int64_t spillLoadBytes = 0;
    int64_t staticSharedBytes = 0; ///< of a block
    int barriers = 0;
};

/// One launch.
struct DeviceLaunch {
    std::string symbol;
    std::array<int64_t, 3> grid{1, 1, 1};
    std::array<int64_t, 3> block{1, 1, 1};
    std::vector<size_t> parameters;        ///< what its pointers are: < arguments.size(): an argument; else an intermediate
    int64_t staticSharedBytes = 0;         ///< part of the code
    int64_t dynamicSharedBytes = 0;        ///< to be given at the launch; above 48 KiB the kernel must be opted in first
    std::optional<KernelResources> usage;  ///< unknown for PTX: the driver's assembler decides
    bool isPrecomputed = false;            ///< depends on weights alone: run before, left out of the timing

    int64_t threads() const { return block[0] * block[1] * block[2]; }
    int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
    int64_t sharedBytes() const { return staticSharedBytes + dynamicSharedBytes; }
};

/// Global memory between launches, allocated by whoever runs the image.
struct DeviceIntermediate {
    std::string name;
    int64_t bytes = 0;
};

/// A compiled DeviceProgram and how to run it: the launches one after the other.
struct DeviceImage {
    std::vector<std::byte> bytes;           ///< PTX ends with a zero byte
    DeviceImageFormat format = DeviceImageFormat::Cubin;
    int capability = 0;                     ///< compute capability it is for: 90 for sm_90
    std::vector<KernelArgument> arguments;
    std::vector<DeviceIntermediate> intermediates;
    std::vector<DeviceLaunch> launches;
    std::string log;                        ///< what the compiler said: warnings, resource figures
    Sentence note;                          ///< for people, with its time: why it is not what one would expect
};

/// Static shared memory ends at 48 KiB on every device (CUDA C++ Programming Guide, "Compute capabilities"); a kernel that needs
/// more takes all of it dynamically.
inline constexpr int64_t mostStaticSharedBytes = 48 << 10;

/// The shared buffers of a kernel with their places in one 16-byte aligned block of memory.
struct SharedLayout {
    struct Place {
        ir::Buffer buffer;
        int64_t offset = 0;
    };
    std::vector<Place> places;
    int64_t bytes = 0;
    bool isDynamic() const { return bytes > mostStaticSharedBytes; }
};
SharedLayout sharedLayout(const ir::DeviceKernel& kernel);

/// The program's launches without code: what both compilers fill in. Refuses a program that is inconsistent in itself: a kernel
/// that takes a buffer the program does not have, two kernels of one name, a buffer without elements.
Result<DeviceImage> describeLaunches(const ir::DeviceProgram& program);

} // namespace knobscope

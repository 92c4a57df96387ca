// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/type.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// One parameter of a compiled kernel, in call order.
struct KernelArgument {
    std::string name;
    std::vector<int64_t> shape;
    ir::DataType type;
    bool isOutput = false;
};

/// Machine code for one loop nest, as a relocatable object, and its calling interface.
struct CompiledKernel {
    std::vector<std::byte> object;
    std::string symbol;               ///< the function, of type KernelFunction
    std::string prepareSymbol; ///< function to call once beforehand with the same arguments; empty if not needed
    std::vector<KernelArgument> arguments;
    std::vector<KernelArgument> prepared; ///< passed after the arguments: written by prepareSymbol, from weights only
    int64_t workspaceBytes = 0; ///< scratch memory shared by all threads
    int64_t threadWorkspaceBytes = 0; ///< additional scratch memory per thread; thread t's starts at workspaceBytes + t * this
    bool usesMatrixTiles = false; ///< the process needs the system's permission for tile registers before it runs the kernel
};

/// Size of the workspace for `threads` threads.
inline int64_t workspaceBytes(const CompiledKernel& kernel, int threads)
{
    return kernel.workspaceBytes + threads * kernel.threadWorkspaceBytes;
}

extern "C" {
/// Runs iterations [begin, end) of a parallel loop on `thread` (0 <= thread < number of threads).
using ParallelBody = void (*)(void* closure, int64_t begin, int64_t end, int32_t thread);
/// Runs `body` over [0, extent); returns when all iterations are done. `context` belongs to the caller.
using ParallelFor = void (*)(void* context, ParallelBody body, void* closure, int64_t extent);
/// `arguments[i]` points to the elements of the i-th argument, followed by the prepared buffers, all 64-byte aligned.
/// `workspace` has workspaceBytes + threads * threadWorkspaceBytes bytes, is 64-byte aligned, and keeps nothing between calls.
using KernelFunction = void (*)(void** arguments, void* workspace, ParallelFor parallelFor, void* context);
}

} // namespace knobscope

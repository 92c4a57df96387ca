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

/// Machine code for one loop nest, as a relocatable object, and how to call it.
struct CompiledKernel {
    std::vector<std::byte> object;
    std::string symbol;               ///< the function, of type KernelFunction
    std::string prepareSymbol; ///< another, to be called once before it with the same arguments; empty where there is nothing to
                               ///< prepare
    std::vector<KernelArgument> arguments;
    std::vector<KernelArgument> prepared; ///< behind these: what prepareSymbol makes of weights alone, and the function reads
    int64_t workspaceBytes = 0; ///< scratch memory shared by all threads
    int64_t threadWorkspaceBytes = 0; ///< and for each thread; thread t's starts at workspaceBytes + t * this
};

/// Of a workspace for so many threads.
inline int64_t workspaceBytes(const CompiledKernel& kernel, int threads)
{
    return kernel.workspaceBytes + threads * kernel.threadWorkspaceBytes;
}

extern "C" {
/// Iterations [begin, end) of a parallel loop, run by `thread` (0 <= thread < number of threads).
using ParallelBody = void (*)(void* closure, int64_t begin, int64_t end, int32_t thread);
/// Runs `body` over [0, extent), returns when all is done. `context` is the caller's own.
using ParallelFor = void (*)(void* context, ParallelBody body, void* closure, int64_t extent);
/// `arguments[i]` points at the elements of the i-th of the arguments and, behind them, of what is prepared, 64-byte aligned;
/// `workspace` has workspaceBytes + threads * threadWorkspaceBytes bytes, 64-byte aligned, and keeps nothing between calls.
using KernelFunction = void (*)(void** arguments, void* workspace, ParallelFor parallelFor, void* context);
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/kernelloader.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <thread>

// Compiles a loop nest and runs it in this process, on two threads and inputs of one's choice.

namespace knobscope {

/// Two chunks on two threads, so that captured state and per-thread scratch are exercised.
inline void runParallel(void*, ParallelBody body, void* closure, int64_t extent)
{
    const int64_t half = extent / 2;
    std::thread other([&] { body(closure, 0, half, 1); });
    if (half == 0) {
        other.join();
        body(closure, 0, extent, 0);
        return;
    }
    body(closure, half, extent, 0);
    other.join();
}

struct Aligned {
    explicit Aligned(int64_t bytes)
        : data(static_cast<float*>(std::aligned_alloc(64, static_cast<size_t>((bytes + 127) / 64 * 64))))
    {
    }
    ~Aligned() { std::free(data); }
    Aligned(const Aligned&) = delete;
    Aligned& operator=(const Aligned&) = delete;
    float* data;
};

/// The output of a float32 kernel; elements that it never wrote are NaN. `input(argument, element)` fills the inputs. What is
/// prepared once is prepared, and the kernel called twice: the second call must find all as the first did.
inline Result<std::vector<double>> runKernel(const ir::LoopNest& nest, KernelLoader& loader,
                                             const std::function<float(size_t, int64_t)>& input)
{
    const auto kernel = compileLoopNest(nest, hostLlvmTarget());
    if (!kernel) {
        return fail(kernel);
    }
    const auto loaded = loader.load(*kernel);
    if (!loaded) {
        return fail(loaded);
    }
    std::vector<std::unique_ptr<Aligned>> buffers;
    std::vector<void*> arguments;
    int64_t elements = 0;
    for (size_t i = 0; i < kernel->arguments.size(); ++i) {
        elements = 1;
        for (const int64_t extent : kernel->arguments[i].shape) {
            elements *= extent;
        }
        buffers.push_back(std::make_unique<Aligned>(elements * 4));
        arguments.push_back(buffers.back()->data);
        for (int64_t j = 0; j < elements; ++j) {
            buffers.back()->data[j] = kernel->arguments[i].isOutput ? NAN : input(i, j);
        }
    }
    Aligned workspace(kernel->workspaceBytes + 2 * kernel->threadWorkspaceBytes);
    if ((*loaded)->prepare()) {
        (*loaded)->prepare()(arguments.data(), workspace.data, runParallel, nullptr);
    }
    for (int call = 0; call < 2; ++call) {
        std::fill_n(buffers.back()->data, elements, NAN);
        (*loaded)->function()(arguments.data(), workspace.data, runParallel, nullptr);
    }
    return std::vector<double>(buffers.back()->data, buffers.back()->data + elements);
}

} // namespace knobscope

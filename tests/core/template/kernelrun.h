// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/kernelloader.h"
#include "core/runtime/tensorbuffers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
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

/// A number as an element of this type, which must hold it.
inline void putElement(void* at, ir::DataType type, double value)
{
    if (type.isInteger()) {
        const auto whole = static_cast<int64_t>(value);
        std::memcpy(at, &whole, static_cast<size_t>(type.bytes()));
        return;
    }
    if (type == ir::float16) {
        const auto half = static_cast<_Float16>(value);
        std::memcpy(at, &half, sizeof half);
        return;
    }
    const auto number = static_cast<float>(value);
    const int64_t dropped = type == ir::bfloat16 ? 2 : 0; // the lower half of a float32
    std::memcpy(at, reinterpret_cast<const char*>(&number) + dropped, static_cast<size_t>(type.bytes()));
}

/// Largest error of an element, relative to the largest that is expected; these stand in another order, each at `placeOf` the
/// actual one's. Infinite where one is no number.
template<class Place>
double largestError(const std::vector<double>& actual, const std::vector<double>& expected, Place placeOf)
{
    double scale = 1e-30;
    double worst = 0;
    for (size_t i = 0; i < actual.size(); ++i) {
        const double want = expected[static_cast<size_t>(placeOf(static_cast<int64_t>(i)))];
        const double difference = std::abs(actual[i] - want);
        scale = std::max(scale, std::abs(want));
        worst = std::isnan(difference) ? INFINITY : std::max(worst, difference);
    }
    return worst / scale;
}

/// What an input argument's element is: input(argument, element).
using KernelInput = std::function<double(size_t, int64_t)>;
/// Compiles a kernel and has it run somewhere: its output.
using KernelRun = std::function<Result<std::vector<double>>(const ir::LoopNest&, const KernelInput&)>;

/// Fills one input; an output is left as it is.
inline void fillInput(void* at, const KernelArgument& argument, size_t index, const KernelInput& input)
{
    for (int64_t j = 0; j < elementsOf(argument) && !argument.isOutput; ++j) {
        putElement(static_cast<char*>(at) + j * argument.type.bytes(), argument.type, input(index, j));
    }
}

/// The output of a kernel on 8-bit integers, float16, bfloat16 or float32; floats that it never wrote are NaN. What is prepared
/// once is prepared, and the kernel called twice: the second call must find all as the first did.
inline Result<std::vector<double>> runKernel(const ir::LoopNest& nest, KernelLoader& loader, const KernelInput& input,
                                             const LlvmTarget& target = hostLlvmTarget())
{
    const auto kernel = TRY(compileLoopNest(nest, target));
    const auto loaded = TRY(loader.load(kernel));
    std::vector<std::unique_ptr<Aligned>> buffers;
    std::vector<void*> arguments;
    for (size_t i = 0; i < kernel.arguments.size(); ++i) {
        const KernelArgument& argument = kernel.arguments[i];
        buffers.push_back(std::make_unique<Aligned>(bytesOf(argument)));
        arguments.push_back(buffers.back()->data);
        fillInput(buffers.back()->data, argument, i, input);
    }
    for (const KernelArgument& made : kernel.prepared) {
        buffers.push_back(std::make_unique<Aligned>(bytesOf(made)));
        arguments.push_back(buffers.back()->data);
    }
    Aligned workspace(workspaceBytes(kernel, 2));
    if (loaded->prepare()) {
        loaded->prepare()(arguments.data(), workspace.data, runParallel, nullptr);
    }
    const KernelArgument& output = kernel.arguments.back();
    void* const written = arguments[kernel.arguments.size() - 1];
    for (int call = 0; call < 2; ++call) {
        fillWithNan(written, bytesOf(output));
        fillWithNan(workspace.data, workspaceBytes(kernel, 2)); // nothing stays there
        loaded->function()(arguments.data(), workspace.data, runParallel, nullptr);
    }
    return toDoubles(written, elementsOf(output), output.type);
}

} // namespace knobscope

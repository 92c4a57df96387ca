// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/kernels.h"

#include "bench/rows.h"

#include "core/codegen/llvm/compile.h"
#include "core/measure/pace.h"
#include "core/runtime/tensorbuffers.h"
#include "core/stats/statistics.h"

namespace knobscope::bench {

namespace {

void runSerially(void*, ParallelBody body, void* closure, int64_t extent)
{
    body(closure, 0, extent, 0);
}

} // namespace

std::function<void()> kernelOf(KernelLoader& loader, const Task& task, int64_t index)
{
    const auto nest = lowerConfig(task, task.space.at(index).value()).value();
    const auto compiled = compileLoopNest(nest, llvmTargetOf(task.target).value()).value();
    struct State {
        std::unique_ptr<LoadedKernel> kernel;
        std::vector<TensorBuffer> buffers;
        std::vector<void*> arguments;
    };
    auto state = std::make_shared<State>();
    state->kernel = loader.load(compiled).value();
    for (const KernelArgument& argument : compiled.arguments) {
        int64_t elements = 1;
        for (const int64_t extent : argument.shape) {
            elements *= extent;
        }
        state->buffers.push_back(TensorBuffer::allocate(elements * argument.type.bytes()).value());
        fillRandom(state->buffers.back().data(), elements, argument.type, 1);
        state->arguments.push_back(state->buffers.back().data());
    }
    state->buffers.push_back(TensorBuffer::allocate(compiled.workspaceBytes + compiled.threadWorkspaceBytes + 64).value());
    if (state->kernel->prepare()) {
        state->kernel->prepare()(state->arguments.data(), state->buffers.back().data(), runSerially, nullptr);
    }
    return [state] { state->kernel->function()(state->arguments.data(), state->buffers.back().data(), runSerially, nullptr); };
}

double speedAgainst(const std::function<void()>& ours, const std::function<void()>& peer)
{
    std::vector<double> ratios;
    for (int i = 0; i < 41; ++i) {
        const double p = seconds(peer);
        ratios.push_back(p / seconds(ours));
    }
    return median(ratios);
}

double shareOfPeak(const std::function<void()>& call, double flops)
{
    std::vector<double> shares;
    for (int i = 0; i < 41; ++i) {
        const double peak = fmaRate();
        call();
        shares.push_back(flops / seconds(call) / peak);
    }
    return median(shares);
}

} // namespace knobscope::bench

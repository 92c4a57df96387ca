// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/kernels.h"

#include "bench/rows.h"

#include "core/base/statistics.h"
#include "core/codegen/llvm/compile.h"
#include "core/runtime/tensorbuffers.h"
#include "core/runtime/threadpool.h"
#include "core/timing/pace.h"

#include <chrono>
#include <thread>

namespace knobscope::bench {

namespace {

void runSerially(void*, ParallelBody body, void* closure, int64_t extent)
{
    body(closure, 0, extent, 0);
}

constexpr int pairs = 41;
constexpr auto untilThreadsSleep = std::chrono::milliseconds(10); // OpenMP's threads spin for about three milliseconds

/// Returns the seconds of one call.
double turn(const Call& call, const Conditions& conditions)
{
    if (conditions.threads > 1) {
        std::this_thread::sleep_for(untilThreadsSleep);
        call.run();
    }
    if (conditions.areCold) {
        call.leaveCaches();
    }
    return seconds(call.run);
}

} // namespace

Call kernelOf(KernelLoader& loader, const Task& task, int64_t index, int threads)
{
    const auto nest = lowerConfig(task, task.space.at(index).value()).value();
    const auto compiled = compileLoopNest(nest, llvmTargetOf(task.target).value()).value();
    struct State {
        std::unique_ptr<LoadedKernel> kernel;
        std::vector<TensorBuffer> buffers; ///< of the arguments, then the workspace
        std::vector<void*> arguments;
        std::unique_ptr<ThreadPool> pool; ///< null for one thread

        void call(KernelFunction function)
        {
            function(arguments.data(), buffers.back().data(), pool ? &ThreadPool::parallelFor : &runSerially, pool.get());
        }
    };
    auto state = std::make_shared<State>();
    state->kernel = loader.load(compiled).value();
    if (threads > 1) {
        state->pool = std::make_unique<ThreadPool>(threads);
    }
    for (const auto* list : {&compiled.arguments, &compiled.prepared}) {
        for (const KernelArgument& argument : *list) {
            state->buffers.push_back(TensorBuffer::allocate(bytesOf(argument)).value());
            fillRandom(state->buffers.back().data(), elementsOf(argument), argument.type, 1);
            state->arguments.push_back(state->buffers.back().data());
        }
    }
    state->buffers.push_back(TensorBuffer::allocate(workspaceBytes(compiled, threads) + 64).value());
    if (state->kernel->prepare()) {
        state->call(state->kernel->prepare());
    }
    return {[state] { state->call(state->kernel->function()); },
            [state] {
                for (const TensorBuffer& buffer : state->buffers) {
                    flushFromCache(buffer.data(), buffer.bytes());
                }
            }};
}

double speedAgainst(const Call& ours, const Call& peer, const Conditions& conditions)
{
    std::vector<double> ratios;
    for (int i = 0; i < pairs; ++i) {
        const double p = turn(peer, conditions);
        ratios.push_back(p / turn(ours, conditions));
    }
    return median(ratios);
}

double shareOfPeak(const Call& call, double flops, const Conditions& conditions)
{
    std::vector<double> shares;
    for (int i = 0; i < pairs; ++i) {
        const double peak = fmaRate() * conditions.threads;
        if (!conditions.areCold) {
            call.run();
        }
        shares.push_back(flops / turn(call, conditions) / peak);
    }
    return median(shares);
}

} // namespace knobscope::bench

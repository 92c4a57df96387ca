// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a host compiler needs to compile printed CUDA C, and a launch that runs each thread of a block as a fiber up to the
// next barrier. Blocks run one after the other, so that shared memory can be static.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <utility>
#include <vector>

#define __global__
#define __device__
#define __launch_bounds__(threads)
#define __shared__ static
#define __align__(bytes) __attribute__((aligned(bytes)))

using std::max;
using std::min;

struct alignas(8) float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
inline float2 make_float2(float x, float y)
{
    return {x, y};
}
inline float4 make_float4(float x, float y, float z, float w)
{
    return {x, y, z, w};
}

// Asynchronous copies, which the test takes out of the printed text: its own are assembly. A copy may well be done at once.
template<int Bytes>
void copy_async(void* to, const void* from, bool inside = true)
{
    if (inside) {
        std::memcpy(to, from, Bytes);
    } else {
        std::memset(to, 0, Bytes);
    }
}
inline void copies_commit() {}
template<int Pending>
void copies_wait()
{
}

struct Index3 {
    int x, y, z;
};
inline Index3 blockIdx;
inline Index3 threadIdx;

struct Fibers {
    struct One {
        ucontext_t context;
        std::vector<char> stack;
        Index3 thread;
        bool isDone = false;
    };
    inline static ucontext_t scheduler;
    inline static One* current = nullptr;
    inline static const std::function<void()>* body = nullptr;

    static void enter()
    {
        (*body)();
        current->isDone = true;
        swapcontext(&current->context, &scheduler);
    }
    static void yield() { swapcontext(&current->context, &scheduler); }

    static void runBlock(Index3 block, const std::function<void()>& kernel)
    {
        body = &kernel;
        std::vector<std::unique_ptr<One>> all;
        for (int z = 0; z < block.z; ++z) {
            for (int y = 0; y < block.y; ++y) {
                for (int x = 0; x < block.x; ++x) {
                    auto& one = *all.emplace_back(std::make_unique<One>());
                    one.stack.resize(32768);
                    one.thread = {x, y, z};
                    getcontext(&one.context);
                    one.context.uc_stack.ss_sp = one.stack.data();
                    one.context.uc_stack.ss_size = one.stack.size();
                    one.context.uc_link = &scheduler;
                    makecontext(&one.context, enter, 0);
                }
            }
        }
        for (bool goesOn = true; goesOn;) {
            goesOn = false;
            for (auto& one : all) {
                if (!one->isDone) {
                    current = one.get();
                    threadIdx = one->thread;
                    swapcontext(&scheduler, &one->context);
                    goesOn = goesOn || !one->isDone;
                }
            }
        }
    }
};

/// The other threads take their turns; each goes on with its own index.
inline void __syncthreads()
{
    Fibers::yield();
}

template<class... Parameters, size_t... I>
void launchWith(void (*kernel)(Parameters...), Index3 grid, Index3 block, void** buffers, std::index_sequence<I...>)
{
    for (int z = 0; z < grid.z; ++z) {
        for (int y = 0; y < grid.y; ++y) {
            for (int x = 0; x < grid.x; ++x) {
                blockIdx = {x, y, z};
                Fibers::runBlock(block, [&] { kernel(static_cast<Parameters>(buffers[I])...); });
            }
        }
    }
}
template<class... Parameters>
void launch(void (*kernel)(Parameters...), Index3 grid, Index3 block, void** buffers)
{
    launchWith(kernel, grid, block, buffers, std::index_sequence_for<Parameters...>());
}

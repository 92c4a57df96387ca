// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/threadpool.h"

#include "core/runtime/coreplan.h"

#include <pthread.h>
#include <sched.h>

#include <span>

namespace knobscope {

namespace {

constexpr int spins = 2000; // some 20 to 100 µs of pauses: longer than the gap between two loops of one kernel

void runOn(std::span<const int> cores)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores) {
        CPU_SET(core, &set);
    }
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

/// Tells the core that this is a spin: its other thread gets the units meanwhile, and the loop ends without a stumble.
void relax()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

} // namespace

ThreadPool::ThreadPool(int threads)
    : m_cores(allowedCores())
{
    if (threads > 1) {
        pin(0); // the caller is a thread of the kernel like the others
    }
    for (int i = 1; i < threads; ++i) {
        m_workers.emplace_back([this, i] { work(i); });
    }
}

ThreadPool::~ThreadPool()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
        ++m_generation;
    }
    m_wake.notify_all();
    for (std::thread& worker : m_workers) {
        worker.join();
    }
    if (!m_workers.empty()) {
        runOn(m_cores);
    }
}

void ThreadPool::pin(int thread) const
{
    if (static_cast<size_t>(thread) < m_cores.size()) {
        runOn(std::span(m_cores).subspan(static_cast<size_t>(thread), 1));
    }
}

void ThreadPool::runRange(int thread)
{
    const int64_t count = threads();
    const int64_t begin = m_extent * thread / count;
    const int64_t end = m_extent * (thread + 1) / count;
    if (begin < end) {
        m_body(m_closure, begin, end, thread);
    }
}

void ThreadPool::work(int thread)
{
    pin(thread);
    uint64_t seen = 0;
    while (true) {
        for (int i = 0; i < spins && m_generation.load(std::memory_order_acquire) == seen; ++i) {
            relax();
        }
        if (m_generation.load(std::memory_order_acquire) == seen) {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, [&] { return m_generation.load(std::memory_order_acquire) != seen; });
        }
        seen = m_generation.load(std::memory_order_acquire);
        if (m_stop) {
            return;
        }
        runRange(thread);
        m_running.fetch_sub(1, std::memory_order_release);
    }
}

void ThreadPool::parallelFor(void* context, ParallelBody body, void* closure, int64_t extent)
{
    auto& pool = *static_cast<ThreadPool*>(context);
    if (pool.m_workers.empty()) {
        body(closure, 0, extent, 0);
        return;
    }
    {
        const std::lock_guard lock(pool.m_mutex);
        pool.m_body = body;
        pool.m_closure = closure;
        pool.m_extent = extent;
        pool.m_running.store(static_cast<int>(pool.m_workers.size()), std::memory_order_relaxed);
        pool.m_generation.fetch_add(1, std::memory_order_release);
    }
    pool.m_wake.notify_all();
    pool.runRange(0);
    for (int i = 0; pool.m_running.load(std::memory_order_acquire) > 0; ++i) {
        if (i < spins) {
            relax();
        } else {
            std::this_thread::yield(); // more threads than cores
        }
    }
}

} // namespace knobscope

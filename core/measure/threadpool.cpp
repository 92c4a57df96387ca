// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/threadpool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int spins = 20000; // about 20 µs: longer than the gap between two loops of one kernel

void pinToCore(int n)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return;
    }
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &allowed) && n-- == 0) {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(core, &one);
            pthread_setaffinity_np(pthread_self(), sizeof one, &one);
            return;
        }
    }
}

} // namespace

ThreadPool::ThreadPool(int threads)
{
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
    pinToCore(thread);
    uint64_t seen = 0;
    while (true) {
        for (int i = 0; i < spins && m_generation.load(std::memory_order_acquire) == seen; ++i) {
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
    while (pool.m_running.load(std::memory_order_acquire) > 0) {
        std::this_thread::yield();
    }
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace knobscope {

/// Runs a kernel's parallel loops: the thread that makes the pool and calls it is thread 0, the others wait, spinning for a while
/// before they sleep. Each is pinned to one of the cores this process may use. Iterations are divided into equal ranges, one a
/// thread.
class ThreadPool
{
public:
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return static_cast<int>(m_workers.size()) + 1; }
    /// A ParallelFor whose context is the pool.
    static void parallelFor(void* pool, ParallelBody body, void* closure, int64_t extent);

private:
    void pin(int thread) const;
    void work(int thread);
    void runRange(int thread);

    std::vector<int> m_cores; ///< that the caller might use before
    std::vector<std::thread> m_workers;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::atomic<uint64_t> m_generation{0};
    std::atomic<int> m_running{0};
    std::atomic<bool> m_stop{false};
    ParallelBody m_body = nullptr;
    void* m_closure = nullptr;
    int64_t m_extent = 0;
};

} // namespace knobscope

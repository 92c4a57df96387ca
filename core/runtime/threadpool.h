// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace knobscope {

/// Thread pool for a kernel's parallel loops. The thread that creates and calls the pool is thread 0; the others spin for a while
/// and then sleep. Each is pinned to one of the process's cores. Iterations are divided into one range per thread; each thread
/// takes a few at a time, then steals from other ranges, so that a preempted thread does not delay the loop.
class ThreadPool
{
public:
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return static_cast<int>(m_workers.size()) + 1; }
    /// A ParallelFor with the pool as its context.
    static void parallelFor(void* pool, ParallelBody body, void* closure, int64_t extent);

private:
    /// Chunks of a thread that are not taken yet: number of the loop (32 bits), first chunk, and one past the last (16 bits
    /// each). The number prevents a late thread from taking a chunk of the next loop.
    struct alignas(64) Range {
        std::atomic<uint64_t> left{0};
    };

    static void pin(int thread);
    void work(int thread);
    void publish(ParallelBody body, void* closure, int64_t extent);
    void help(int thread, uint32_t loop);

    std::vector<std::thread> m_workers;
    std::unique_ptr<Range[]> m_ranges; ///< by thread
    // State of the current loop; written between loops, when a late thread may still read it.
    std::atomic<ParallelBody> m_body{nullptr};
    std::atomic<void*> m_closure{nullptr};
    std::atomic<int64_t> m_extent{0};
    std::atomic<int64_t> m_chunks{0};
    alignas(64) std::atomic<uint32_t> m_loop{0}; ///< number of the loop; 32 bits, so that threads can wait on it
    alignas(64) std::atomic<int64_t> m_unfinished{0}; ///< number of chunks
    std::atomic<bool> m_stop{false};
};

} // namespace knobscope

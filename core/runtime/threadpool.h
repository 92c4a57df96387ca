// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace knobscope {

/// Runs a kernel's parallel loops: the thread that makes the pool and calls it is thread 0, the others wait, spinning for a while
/// before they sleep. Each is pinned to one of the cores this process may use. Iterations are divided into equal ranges, one a
/// thread, of which each takes a few at a time, and then of the others': a thread whose core is taken away holds nobody up.
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
    /// The chunks of a thread that nobody has taken yet: the loop's number (32 bits), the first chunk, and one past the last (16
    /// bits each). The number keeps who comes late from taking a chunk of the next loop.
    struct alignas(64) Range {
        std::atomic<uint64_t> left{0};
    };

    static void pin(int thread);
    void work(int thread);
    void publish(ParallelBody body, void* closure, int64_t extent);
    void help(int thread, uint32_t loop);

    std::vector<std::thread> m_workers;
    std::unique_ptr<Range[]> m_ranges; ///< by thread
    // Of the loop that is going on; written while there is none, though one who comes late may be reading.
    std::atomic<ParallelBody> m_body{nullptr};
    std::atomic<void*> m_closure{nullptr};
    std::atomic<int64_t> m_extent{0};
    std::atomic<int64_t> m_chunks{0};
    alignas(64) std::atomic<uint32_t> m_loop{0}; ///< its number; 32 bits, which a thread can sleep on
    alignas(64) std::atomic<int64_t> m_unfinished{0}; ///< chunks
    std::atomic<bool> m_stop{false};
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/threadpool.h"

#include "core/base/coreplan.h"

#include <algorithm>
#include <optional>
#include <span>

namespace knobscope {

namespace {

constexpr int kSpins = 2000; // some 20 to 100 µs: longer than the gap between two loops of one kernel
constexpr int64_t kChunksPerThread = 8; // taking a chunk costs some 20 ns

/// Spin-wait hint: leaves execution units to the core's other hardware thread, and avoids a pipeline flush when the loop ends.
void relax()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

/// Cores of the process when its first pool was created; the creator of a later pool may be pinned to a single core.
const std::vector<int>& processCores()
{
    static const std::vector<int> cores = allowedCores();
    return cores;
}

constexpr uint64_t rangeOf(uint32_t loop, int64_t begin, int64_t end)
{
    return static_cast<uint64_t>(loop) << 32 | static_cast<uint64_t>(begin) << 16 | static_cast<uint64_t>(end);
}

/// Takes the first or last chunk of a range; nullopt if the range is empty or belongs to another loop.
std::optional<int64_t> take(std::atomic<uint64_t>& range, uint32_t loop, bool isFirst)
{
    uint64_t seen = range.load(std::memory_order_acquire);
    while (true) {
        const auto begin = static_cast<int64_t>(seen >> 16 & 0xffff);
        const auto end = static_cast<int64_t>(seen & 0xffff);
        if (seen >> 32 != loop || begin >= end) {
            return std::nullopt;
        }
        const uint64_t rest = isFirst ? rangeOf(loop, begin + 1, end) : rangeOf(loop, begin, end - 1);
        if (range.compare_exchange_weak(seen, rest, std::memory_order_acq_rel, std::memory_order_acquire)) {
            return isFirst ? begin : end - 1;
        }
    }
}

} // namespace

ThreadPool::ThreadPool(int threads)
    : m_ranges(std::make_unique<Range[]>(static_cast<size_t>(std::max(1, threads))))
{
    if (threads > 1) {
        pin(0); // the caller is thread 0 of the kernel
    }
    for (int i = 1; i < threads; ++i) {
        m_workers.emplace_back([this, i] { work(i); });
    }
}

ThreadPool::~ThreadPool()
{
    m_stop = true;
    ++m_loop;
    m_loop.notify_all();
    for (std::thread& worker : m_workers) {
        worker.join();
    }
    if (!m_workers.empty()) {
        pinToCores(processCores());
    }
}

void ThreadPool::pin(int thread)
{
    const std::vector<int>& cores = processCores();
    if (static_cast<size_t>(thread) < cores.size()) {
        pinToCores(std::span(cores).subspan(static_cast<size_t>(thread), 1));
    }
}

/// Runs chunks until there are none: first its own from the front, then steals from the end of other threads' ranges.
void ThreadPool::help(int thread, uint32_t loop)
{
    const auto body = m_body.load(std::memory_order_relaxed);
    void* closure = m_closure.load(std::memory_order_relaxed);
    const int64_t extent = m_extent.load(std::memory_order_relaxed);
    const int64_t chunks = m_chunks.load(std::memory_order_relaxed);
    int64_t done = 0;
    for (int i = 0; i < threads(); ++i) {
        std::atomic<uint64_t>& range = m_ranges[static_cast<size_t>((thread + i) % threads())].left;
        while (const auto chunk = take(range, loop, i == 0)) {
            body(closure, extent * *chunk / chunks, extent * (*chunk + 1) / chunks, thread);
            ++done;
        }
    }
    if (done > 0) {
        m_unfinished.fetch_sub(done, std::memory_order_release);
    }
}

void ThreadPool::work(int thread)
{
    pin(thread);
    uint32_t seen = 0;
    while (true) {
        for (int i = 0; i < kSpins && m_loop.load(std::memory_order_acquire) == seen; ++i) {
            relax();
        }
        m_loop.wait(seen, std::memory_order_acquire);
        seen = m_loop.load(std::memory_order_acquire);
        if (m_stop) {
            return;
        }
        help(thread, seen);
    }
}

void ThreadPool::publish(ParallelBody body, void* closure, int64_t extent)
{
    const int64_t count = threads();
    const int64_t chunks = std::min({extent, count * kChunksPerThread, int64_t{0xffff}});
    m_body.store(body, std::memory_order_relaxed);
    m_closure.store(closure, std::memory_order_relaxed);
    m_extent.store(extent, std::memory_order_relaxed);
    m_chunks.store(chunks, std::memory_order_relaxed);
    m_unfinished.store(chunks, std::memory_order_relaxed);
    const uint32_t loop = m_loop.load(std::memory_order_relaxed) + 1;
    for (int64_t t = 0; t < count; ++t) {
        m_ranges[static_cast<size_t>(t)].left.store(rangeOf(loop, chunks * t / count, chunks * (t + 1) / count),
                                                    std::memory_order_release);
    }
    m_loop.store(loop); // sequentially consistent: must precede notify_all's check for waiters
    m_loop.notify_all();
}

void ThreadPool::parallelFor(void* context, ParallelBody body, void* closure, int64_t extent)
{
    auto& pool = *static_cast<ThreadPool*>(context);
    if (pool.m_workers.empty() || extent <= 1) {
        if (extent > 0) {
            body(closure, 0, extent, 0);
        }
        return;
    }
    pool.publish(body, closure, extent);
    pool.help(0, pool.m_loop.load(std::memory_order_relaxed));
    for (int i = 0; pool.m_unfinished.load(std::memory_order_acquire) > 0; ++i) {
        if (i < kSpins) {
            relax();
        } else {
            std::this_thread::yield(); // more threads than cores
        }
    }
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Overhead of a parallel loop.
#include "bench/rows.h"

#include "core/base/statistics.h"
#include "core/runtime/threadpool.h"

#include <atomic>

namespace knobscope::bench {

namespace {

constexpr int kLoops = 2000;

void nothing(void*, int64_t, int64_t, int32_t) {}

/// Each iteration waits for the other, so that one thread cannot run both.
void meet(void* arrived, int64_t, int64_t, int32_t)
{
    auto& count = *static_cast<std::atomic<int64_t>*>(arrived);
    const int64_t both = count.fetch_add(1) / 2 * 2 + 2;
    while (count.load(std::memory_order_acquire) < both) {
    }
}

/// Microseconds for a loop over two iterations: the median of 100 samples of kLoops loops.
double region(ParallelBody body)
{
    ThreadPool pool(2);
    std::atomic<int64_t> arrived{0};
    std::vector<double> samples;
    for (int sample = 0; sample < 100; ++sample) {
        samples.push_back(seconds([&] {
            for (int i = 0; i < kLoops; ++i) {
                ThreadPool::parallelFor(&pool, body, &arrived, 2);
            }
        }));
    }
    return median(samples) / kLoops * 1e6;
}

} // namespace

std::vector<Row> threadRows()
{
    return {below("region.empty.2", region(nothing), "µs, median", 3), below("region.both.2", region(meet), "µs, median", 3)};
}

} // namespace knobscope::bench

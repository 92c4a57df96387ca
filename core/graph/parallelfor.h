// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace knobscope {

/// Calls `body(i)` for each i < `count` on `threads` threads, one of them the caller's. Starts new threads, so use it for work of
/// milliseconds or more. `body` must not throw.
template<class Body>
void parallelFor(size_t count, int threads, const Body& body)
{
    std::atomic<size_t> next{0};
    const auto work = [&] {
        for (size_t i = next++; i < count; i = next++) {
            body(i);
        }
    };
    std::vector<std::jthread> others; // joined on return, after the caller's own part
    for (size_t t = 1; t < std::min(count, static_cast<size_t>(std::max(1, threads))); ++t) {
        others.emplace_back(work);
    }
    work();
}

/// Calls `body` for ranges [begin, end) of `count` elements on all cores; small counts run in the caller's thread only.
template<class Body>
void parallelForRanges(size_t count, const Body& body)
{
    constexpr size_t kPart = size_t{1} << 19;
    parallelFor((count + kPart - 1) / kPart, static_cast<int>(std::thread::hardware_concurrency()),
                [&](size_t part) { body(part * kPart, std::min(count, (part + 1) * kPart)); });
}

} // namespace knobscope

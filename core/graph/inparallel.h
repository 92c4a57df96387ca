// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace knobscope {

/// Calls `body(i)` for each i below `count`, each from one of `threads` threads, the caller's among them; for work of
/// milliseconds, where starting threads does not count. Exceptions must not leave `body`.
template<class Body>
void inParallel(size_t count, int threads, const Body& body)
{
    std::atomic<size_t> next{0};
    const auto work = [&] {
        for (size_t i = next++; i < count; i = next++) {
            body(i);
        }
    };
    std::vector<std::jthread> others; // joined at the end, after the caller's own part
    for (size_t t = 1; t < std::min(count, static_cast<size_t>(std::max(1, threads))); ++t) {
        others.emplace_back(work);
    }
    work();
}

/// The same over parts [begin, end) of `count` elements, on all cores, where there are so many that it is worth it.
template<class Body>
void overParts(size_t count, const Body& body)
{
    constexpr size_t kPart = size_t{1} << 19;
    inParallel((count + kPart - 1) / kPart, static_cast<int>(std::thread::hardware_concurrency()),
               [&](size_t part) { body(part * kPart, std::min(count, (part + 1) * kPart)); });
}

} // namespace knobscope

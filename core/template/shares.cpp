// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/shares.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace knobscope {

namespace {

struct Thread {
    double busy = 0;
    std::set<int64_t> groups; ///< whose weights it has read
    int64_t lastRow = -1;     ///< of the part of the image that it read last
};

} // namespace

double timeOf(const Shares& shares, int64_t copies, int threads)
{
    const int64_t group = (shares.blocks + shares.groups - 1) / shares.groups;
    const int64_t rows = shares.rows * copies;
    const auto blocks = static_cast<double>(shares.blocks);
    std::vector<Thread> all(static_cast<size_t>(threads));
    for (int64_t row = 0; row < rows; row += shares.partRows) {
        const double part = static_cast<double>(std::min(shares.partRows, rows - row)) / static_cast<double>(rows);
        for (int64_t block = 0; block < shares.blocks; block += group) {
            Thread& thread = *std::ranges::min_element(all, {}, &Thread::busy);
            const double share = static_cast<double>(std::min(group, shares.blocks - block)) / blocks;
            const bool isSamePart = std::exchange(thread.lastRow, row) == row;
            const double reads = !shares.partStays ? share * blocks : isSamePart ? 0 : 1;
            thread.busy += part * share + part * reads * shares.image;
            thread.busy += thread.groups.insert(block).second ? share * shares.weights : 0;
        }
    }
    return std::ranges::max_element(all, {}, &Thread::busy)->busy * threads;
}

} // namespace knobscope

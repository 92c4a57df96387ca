// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace knobscope {

/// Computes nesting depths of the spans of one track. Two spans of the same depth never overlap.
class Nesting
{
public:
    static constexpr int64_t kMaxDepth = 20'000; ///< maximum depth: deeper spans cannot be displayed, and each depth uses memory
    /// Depth of the next span; spans must be sorted by start, then by descending duration. Returns `kMaxDepth`, without
    /// remembering the span, if it would be deeper.
    int64_t next(int64_t start, int64_t duration);
    /// Depth of a span that may arrive late: below all recent spans that it overlaps. Parents must come before their children.
    /// Trims overlaps that are within the clock error.
    int64_t place(int64_t& start, int64_t& duration);
    /// Registers an existing span for place().
    void remember(int64_t start, int64_t duration, int64_t depth);

private:
    struct Placed {
        int64_t start = 0;
        int64_t end = 0;
        int64_t depth = 0;
    };
    std::vector<Placed> m_open;
};

} // namespace knobscope

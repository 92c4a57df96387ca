// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace knobscope {

/// How deep spans of one track lie in each other. Two spans of one depth never overlap.
class Nesting
{
public:
    static constexpr int64_t deepest = 20'000; ///< what lies deeper cannot be shown, and each depth takes memory
    /// Of the next span, when they come by start and, among those of one start, the longest first. One that would lie deeper than
    /// the deepest has depth `deepest` and is forgotten.
    int64_t next(int64_t start, int64_t duration);
    /// Of a span that may come late: below all recent spans that it touches. Give a parent before its children. Cuts off what
    /// overlaps by a clock's error alone.
    int64_t place(int64_t& start, int64_t& duration);
    /// A span that place() has to know of.
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

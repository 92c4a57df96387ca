// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"
#include "core/study/staircase.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// A grid of a picture: the elements of the output, or the cache lines of a kernel's tensor. Rows of its last dimension.
struct VisitGrid {
    std::string tensor;
    int rows = 0;    ///< at most kMostRows; what is beyond is left out
    int columns = 0;
    uint32_t first = 0; ///< number of its first cell among all lines; 0 for the output's elements
};

/// The order in which a loop nest writes the elements of its output, and the cache lines that it touches meanwhile.
struct VisitOrder {
    static constexpr int kMostRows = 64;
    static constexpr int kMostColumns = 64;
    static constexpr int kLineBytes = 64;
    static constexpr size_t kMostVisits = size_t(1) << 19;
    static constexpr size_t kMostTouches = size_t(1) << 21;

    std::string tensor;
    int rows = 0;      ///< at most kMostRows; elements beyond are left out
    int columns = 0;
    std::vector<uint32_t> places; ///< row * columns + column of each visit; several in a row to one element count once
    std::vector<VisitGrid> lines; ///< of the inputs and the output, in this order
    std::vector<uint32_t> touches; ///< numbers of lines in order; several in a row of one access to one line count once
    std::vector<uint32_t> touchesBefore; ///< by visit: the touches made up to it
    bool isWhole = true;          ///< false: the limits were not enough

    /// Number of cache lines.
    size_t lineCount() const
    {
        return lines.empty() ? 0 : lines.back().first + size_t(lines.back().rows) * size_t(lines.back().columns);
    }
};

/// Walks a CPU loop nest as written; loops that run in parallel one after the other. Conditions on elements count as true.
/// Tensors that the schedule made are not shown: small ones are in registers.
VisitOrder visitOrder(const ir::LoopNest& nest);

/// The order of visit of a state of a schedule text, with all sizes of at most `most`.
Result<VisitOrder> smallVisitOrder(const std::string& source, const Target& target, size_t step, int64_t most = 64);

/// The states of the cells of a picture after a number of visits. Going forward costs only the visits between.
class VisitReplay
{
public:
    enum class Cell : uint8_t { Untouched, Touched, Recent };
    static constexpr size_t kRecentVisits = 64;
    static constexpr size_t kRecentLines = 16;

    /// `order` must outlive it.
    explicit VisitReplay(const VisitOrder& order);
    void goTo(size_t position);
    size_t position() const { return m_position; }
    Cell element(size_t place) const { return stateOf(m_visited[place], m_position, kRecentVisits); }
    Cell line(size_t number) const { return stateOf(m_touched[number], m_touches, kRecentLines); }
    /// Lines touched so far, and how often in all.
    size_t linesTouched() const { return m_linesTouched; }
    size_t touches() const { return m_touches; }

private:
    static Cell stateOf(size_t last, size_t now, size_t recent)
    {
        return last == 0 ? Cell::Untouched : last + recent > now ? Cell::Recent : Cell::Touched;
    }

    const VisitOrder* m_order;
    size_t m_position = 0;
    size_t m_touches = 0;
    size_t m_linesTouched = 0;
    std::vector<uint32_t> m_visited; ///< number of the last visit, from 1; 0: none
    std::vector<uint32_t> m_touched;
};

/// Colours of a picture as "#rrggbb".
struct VisitColours {
    std::string untouched = "#e4e4e8";
    std::string touched = "#8fb7e3";
    std::string recent = "#1f66b8";
    std::string text = "#33333a";
    std::string background = "#ffffff";
};
/// The picture as an SVG document that plays by itself for `seconds`, over and over (SMIL; no scripts). Programs that show only
/// its beginning show all visits made. `seconds` 0: no animation, after `position` visits.
std::string svgOf(const VisitOrder& order, const VisitColours& colours, double seconds = 10, size_t position = SIZE_MAX);

} // namespace knobscope

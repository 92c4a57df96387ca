// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/visitorder.h"

#include "core/base/escapehtml.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace knobscope {

namespace {

constexpr int kFrames = 90;
constexpr int kTitle = 18;    // height, in pixels like all below
constexpr int kBetween = 24;
constexpr int kGridWidth = 384; // at least, of the output's elements
constexpr int kLineWidth = 24;
constexpr int kLineHeight = 5;

using Cell = VisitReplay::Cell;

/// Cells of one grid with their states in each frame.
struct DrawnGrid {
    std::string title;
    int rows = 0;
    int columns = 0;
    int x = 0;
    int y = 0;
    double width = 0;  ///< of a cell
    double height = 0;
    std::function<Cell(const VisitReplay&, size_t)> state;
};

const std::string& colourOf(const VisitColours& colours, Cell cell)
{
    return cell == Cell::Untouched ? colours.untouched : cell == Cell::Touched ? colours.touched : colours.recent;
}

/// The `<animate>` of a cell; empty if it never changes.
std::string animationOf(const std::vector<Cell>& states, const VisitColours& colours, double seconds)
{
    std::string values = colourOf(colours, states.front());
    std::string times = "0";
    for (size_t i = 1; i < states.size(); ++i) {
        if (states[i] != states[i - 1]) {
            values += ';' + colourOf(colours, states[i]);
            times += fmt::format(";{:.3g}", static_cast<double>(i) / static_cast<double>(states.size()));
        }
    }
    return times == "0"
             ? std::string()
             : fmt::format("<animate attributeName=\"fill\" calcMode=\"discrete\" dur=\"{:g}s\" repeatCount=\"indefinite\" "
                           "values=\"{}\" keyTimes=\"{}\"/>",
                           seconds, values, times);
}

std::vector<DrawnGrid> gridsOf(const VisitOrder& order)
{
    std::vector<DrawnGrid> grids;
    const int most = std::max({order.columns, order.rows, 1});
    const double cell = std::max(2.0, static_cast<double>(kGridWidth) / most);
    grids.push_back({order.tensor + ", elements", order.rows, order.columns, 0, 0, cell, cell,
                     [](const VisitReplay& replay, size_t i) { return replay.element(i); }});
    int x = static_cast<int>(cell * order.columns) + kBetween;
    for (const VisitGrid& lines : order.lines) {
        grids.push_back({lines.tensor + ", cache lines", lines.rows, lines.columns, x, 0, kLineWidth, kLineHeight,
                         [first = lines.first](const VisitReplay& replay, size_t i) { return replay.line(first + i); }});
        x += std::max(kLineWidth * lines.columns, 8 * static_cast<int>(grids.back().title.size())) + kBetween;
    }
    return grids;
}

} // namespace

std::string svgOf(const VisitOrder& order, const VisitColours& colours, double seconds, size_t position)
{
    const std::vector<DrawnGrid> grids = gridsOf(order);
    const int frames = seconds > 0 ? kFrames : 1;
    std::vector<VisitReplay> replays;
    for (int frame = 0; frame < frames; ++frame) {
        VisitReplay replay = replays.empty() ? VisitReplay(order) : replays.back();
        replay.goTo(seconds > 0 ? order.places.size() * static_cast<size_t>(frame) / (frames - 1) : position);
        replays.push_back(std::move(replay));
    }
    double width = 0;
    double height = 0;
    std::string cells;
    for (const DrawnGrid& grid : grids) {
        width = std::max(width, grid.x + std::max(grid.width * grid.columns, 8.0 * static_cast<double>(grid.title.size())));
        height = std::max(height, grid.y + kTitle + grid.height * grid.rows);
        cells += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n", grid.x, grid.y + 12, colours.text,
                             escapeHtml(grid.title));
        for (size_t i = 0; i < static_cast<size_t>(grid.rows) * static_cast<size_t>(grid.columns); ++i) {
            std::vector<Cell> states;
            for (const VisitReplay& replay : replays) {
                states.push_back(grid.state(replay, i));
            }
            const auto column = static_cast<double>(i % static_cast<size_t>(grid.columns));
            const auto row = static_cast<double>(i / static_cast<size_t>(grid.columns));
            const std::string moving = seconds > 0 ? animationOf(states, colours, seconds) : std::string();
            cells += fmt::format("<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"{}\"",
                                 grid.x + column * grid.width, grid.y + kTitle + row * grid.height, grid.width - 0.5,
                                 grid.height - 0.5, colourOf(colours, states.back()));
            cells += moving.empty() ? "/>\n" : ">" + moving + "</rect>\n";
        }
    }
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 -4 {0:g} {1:g}\" width=\"{0:g}\" height=\"{1:g}\" "
                       "font-family=\"sans-serif\" font-size=\"12\">\n<title>Order of visit of {2}</title>\n"
                       "<rect x=\"-8\" y=\"-4\" width=\"{0:g}\" height=\"{1:g}\" fill=\"{3}\"/>\n{4}</svg>\n",
                       width + 16, height + 12, escapeHtml(order.tensor), colours.background, cells);
}

} // namespace knobscope

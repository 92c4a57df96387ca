// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/svgchart.h"

#include "core/base/escapehtml.h"
#include "core/base/strings.h"
#include "core/report/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kWidth = 760;
constexpr double kLeft = 62;
constexpr double kRight = 16;
constexpr double kTop = 14;
constexpr double kPlotHeight = 260;
constexpr double kBelowPlot = 46;   ///< numbers and name of the x axis
constexpr double kLegendLine = 18;
constexpr double kBarLine = 20;
constexpr double kBarNames = 270;   ///< width of the names of bars, and of their figures
constexpr double kBarFigures = 150;
constexpr size_t kBarBytes = 40;     ///< of a name; a longer one is cut off

// The colours of widgets/plot/colours.cpp, light and dark.
constexpr std::array kLight{"#0072b2", "#d55e00", "#00785a", "#a8447f", "#8f8f50", "#8a2be2", "#8b0000", "#000000"};
constexpr std::array kDark{"#56b4e9", "#e69f00", "#00a878", "#e08fbf", "#f0e442", "#b58aff", "#ff7a68", "#ffffff"};
constexpr const char* kInk = "#1b1f24";
constexpr const char* kGrid = "#d5d9de";

/// Attributes hold the light colours, which every program reads; only a dark screen overrides them. Classes begin with "ks-",
/// since a style in HTML counts for the whole page.
std::string darkStyle()
{
    std::string style = "<style>@media screen and (prefers-color-scheme:dark){.ks-text{fill:#e6e9ed}.ks-grid{stroke:#454b53}";
    for (size_t i = 0; i < kDark.size(); ++i) {
        style += fmt::format(".ks-s{0}{{stroke:{1}}}.ks-f{0}{{fill:{1}}}", i, kDark[i]);
    }
    return style + "}</style>\n";
}

/// Maps values to positions.
struct Scale {
    double mostX = 1;
    double mostY = 1;
    double x(double value) const { return kLeft + value / mostX * (kWidth - kLeft - kRight); }
    double y(double value) const { return kTop + kPlotHeight - value / mostY * kPlotHeight; }
};

bool isDrawn(const ChartStep& step)
{
    return std::isfinite(step.x) && std::isfinite(step.y) && std::isfinite(step.low) && std::isfinite(step.high);
}

Scale scaleOf(const Chart& chart)
{
    double mostX = 0;
    double mostY = 0;
    for (const ChartCurve& curve : chart.curves) {
        for (const ChartStep& step : curve.steps) {
            if (isDrawn(step)) {
                mostX = std::max(mostX, step.x);
                mostY = std::max({mostY, step.y, curve.hasBand ? step.high : 0});
            }
        }
    }
    return {mostX > 0 ? mostX : 1, mostY > 0 ? mostY * 1.04 : 1};
}

/// "M62 274H80V120": a step curve through one value of the steps, to the end of the axis.
std::string pathOf(const std::vector<ChartStep>& steps, double ChartStep::* value, const Scale& scale)
{
    std::string path;
    for (const ChartStep& step : steps) {
        if (isDrawn(step)) {
            const double x = scale.x(step.x);
            const double y = scale.y(step.*value);
            path += path.empty() ? fmt::format("M{:.1f} {:.1f}", x, y) : fmt::format("H{:.1f}V{:.1f}", x, y);
        }
    }
    return path;
}

/// Area between the curves of `low` and `high`.
std::string bandPath(const std::vector<ChartStep>& steps, const Scale& scale)
{
    std::string path = pathOf(steps, &ChartStep::high, scale);
    double lastX = -1;
    for (const ChartStep& step : steps) {
        lastX = isDrawn(step) ? scale.x(step.x) : lastX;
    }
    for (auto step = steps.rbegin(); step != steps.rend() && !path.empty(); ++step) {
        if (isDrawn(*step)) {
            // Back from right to left: at each step's height until its x.
            path += fmt::format("L{:.1f} {:.1f}H{:.1f}", lastX, scale.y(step->low), scale.x(step->x));
            lastX = scale.x(step->x);
        }
    }
    return path.empty() ? path : path + "Z";
}

std::string textAt(double x, double y, const char* anchor, std::string_view text)
{
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, escapeHtml(text));
}

/// The beginning of a document, up to its texts.
std::string head(std::string_view title, double height)
{
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {0} {1}\" width=\"{0}\""
                       " height=\"{1}\">\n<title>{2}</title>\n{3}"
                       "<g class=\"ks-text\" fill=\"{4}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n",
                       kWidth, height, escapeHtml(title), darkStyle(), kInk);
}

std::string gridLine(double x1, double y1, double x2, double y2)
{
    return fmt::format("<line class=\"ks-grid\" stroke=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kGrid,
                       x1, y1, x2, y2);
}

std::string axes(const Chart& chart, const Scale& scale)
{
    std::string out;
    const double bottom = kTop + kPlotHeight;
    for (const double value : roundTicks(scale.mostY, 5)) {
        const double y = scale.y(value);
        out += gridLine(kLeft, y, kWidth - kRight, y) + textAt(kLeft - 6, y + 4, "end", fmt::format("{:g}", value));
    }
    for (const double value : roundTicks(scale.mostX, 8)) {
        const double x = scale.x(value);
        out += gridLine(x, bottom, x, bottom + 4) + textAt(x, bottom + 18, "middle", fmt::format("{:g}", value));
    }
    out += textAt((kLeft + kWidth - kRight) / 2, bottom + 36, "middle", chart.xName);
    return out
         + fmt::format("<text transform=\"translate(14 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                       kTop + kPlotHeight / 2, escapeHtml(chart.yName));
}

/// A line in the colour of the curve with this index.
std::string linePath(const ChartCurve& curve, size_t index, const std::string& path)
{
    const size_t colour = index % kLight.size();
    return fmt::format("<path class=\"ks-s{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{} d=\"{}\"/>\n", colour,
                       kLight[colour], curve.isAside ? "1.2" : "2", curve.isAside ? " stroke-dasharray=\"5 3\"" : "", path);
}

} // namespace

std::vector<double> roundTicks(double most, int count)
{
    if (!std::isfinite(most) || most <= 0 || count < 1) {
        return {0};
    }
    const double rough = most / count;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double digit = rough / power;
    const double step = power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
    std::vector<double> ticks;
    for (int i = 0; i * step <= most * (1 + 1e-9); ++i) {
        ticks.push_back(i * step);
    }
    return ticks;
}

std::string svgOf(const BarChart& chart)
{
    double most = 0;
    for (const ChartBar& bar : chart.bars) {
        most = std::isfinite(bar.value) ? std::max(most, bar.value) : most;
    }
    std::string texts;
    std::string bars;
    double y = kTop;
    for (const ChartBar& bar : chart.bars) {
        const double width = most > 0 && std::isfinite(bar.value) ? std::max(0.0, bar.value) / most : 0;
        const double length = width * (kWidth - kBarNames - kBarFigures);
        texts += textAt(kBarNames - 8, y + 12, "end", truncateUtf8(bar.name, kBarBytes))
               + textAt(kBarNames + length + 6, y + 12, "start", bar.figure);
        bars += fmt::format("<rect class=\"ks-f0\" fill=\"{}\" x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"14\"/>\n", kLight[0],
                            kBarNames, y, length);
        y += kBarLine;
    }
    return head(chart.title, y + 6) + texts + "</g>\n" + bars + "</svg>\n";
}

std::string svgOf(const Chart& chart)
{
    const Scale scale = scaleOf(chart);
    const double legend = kTop + kPlotHeight + kBelowPlot;
    const double height = legend + kLegendLine * static_cast<double>(chart.curves.size()) + 6;
    std::string out = head(chart.title, height) + axes(chart, scale);
    std::string bands;
    std::string lines;
    for (size_t i = 0; i < chart.curves.size(); ++i) {
        const ChartCurve& curve = chart.curves[i];
        const double y = legend + kLegendLine * static_cast<double>(i);
        const size_t colour = i % kLight.size();
        if (curve.hasBand) {
            bands += fmt::format("<path class=\"ks-f{}\" fill=\"{}\" fill-opacity=\"0.18\" d=\"{}\"/>\n", colour, kLight[colour],
                                 bandPath(curve.steps, scale));
        }
        lines += linePath(curve, i, pathOf(curve.steps, &ChartStep::y, scale))
               + linePath(curve, i, fmt::format("M{} {}h24", kLeft, y + 8));
        out += textAt(kLeft + 32, y + 12, "start", curve.name);
    }
    return out + "</g>\n" + bands + lines + "</svg>\n"; // bands below all lines
}

} // namespace knobscope

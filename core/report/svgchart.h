// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// A step of a chart's curve: from x on its value is `y`, between `low` and `high`.
struct ChartStep {
    double x = 0;
    double y = 0;
    double low = 0;
    double high = 0;
};

/// A step curve with a band around it.
struct ChartCurve {
    std::string name;
    std::vector<ChartStep> steps; ///< ascending by x
    bool hasBand = false;
    bool isAside = false; ///< drawn thin and dashed: no part of the comparison
};

/// A chart of step curves from 0 on.
struct Chart {
    std::string title; ///< for screen readers
    std::string xName;
    std::string yName;
    std::vector<ChartCurve> curves;
};

/// A bar with a name at its left and a figure at its right.
struct ChartBar {
    std::string name;
    double value = 0;
    std::string figure; ///< "56.2 times, 2.71 ms"
};

/// Bars below each other, from 0 on. A bar whose value is not positive or not finite has its texts only.
struct BarChart {
    std::string title; ///< for screen readers
    std::vector<ChartBar> bars;
};

/// An SVG document that brings its own style, light and dark, without scripts or anything from elsewhere. It can stand in HTML.
/// Values that are not finite are left out.
std::string svgOf(const Chart& chart);
std::string svgOf(const BarChart& chart);

/// Round numbers from 0 to `most`, about `count` of them; {0} if `most` is not a positive number.
std::vector<double> roundTicks(double most, int count);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QString>

#include <cstdint>
#include <vector>

namespace knobscope {

/// Something to plot, in data coordinates.
struct PlotSeries {
    enum class Kind : uint8_t {
        Line,  ///< x ascending
        Steps, ///< x ascending; holds its value until the next x
        Dots,
    };
    QString name; ///< in the legend; empty: not there
    QColor colour;
    Kind kind = Kind::Line;
    std::vector<QPointF> points;
    std::vector<double> low;  ///< as many as points: the lower edge of a band around them; empty: no band
    std::vector<double> high;
    std::vector<size_t> marked; ///< points with a ring around them: what is selected
    double width = 1.5;         ///< of the line, or of a dot
    bool isDashed = false;
    bool canBePicked = true;
};

/// A point of a series.
struct PlotPick {
    int series = -1;
    int point = -1;
    bool isValid() const { return series >= 0; }
    friend bool operator==(const PlotPick&, const PlotPick&) = default;
};

} // namespace knobscope

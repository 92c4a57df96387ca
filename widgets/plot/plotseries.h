// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainterPath>
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
        Dots,  ///< below all lines
        Cells, ///< a rectangle around each point; points are whole numbers from (0, 0) on, row by row
    };
    QString name; ///< in the legend; empty: not there
    QColor colour;
    Kind kind = Kind::Line;
    std::vector<QPointF> points;
    std::vector<double> low;  ///< as many as points: the lower edge of a band around them; empty: no band
    std::vector<double> high;
    double width = 1.5; ///< of the line, or of a dot
    bool isDashed = false;
    bool canBePicked = true;
    QPainterPath marker; ///< of dots, around (0, 0); empty: a disc
    int lane = -1; ///< of dots that have an x alone: which strip at the bottom they lie in, counted from below; -1: none
    std::vector<double> values; ///< of cells: a share of the largest is a colour; 0: crossed out; no number: blank
    int rowLength = 0;          ///< of cells: how many are a row
};

/// A point of a series.
struct PlotPick {
    int series = -1;
    int point = -1;
    bool isValid() const { return series >= 0; }
    friend bool operator==(const PlotPick&, const PlotPick&) = default;
};

/// A place that is set off from the others, whether or not a series has a point there: see PlotSeries.
struct PlotMark {
    QPointF at;
    int lane = -1;
};

} // namespace knobscope

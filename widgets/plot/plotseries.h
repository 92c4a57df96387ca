// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/trialref.h"

#include <QColor>
#include <QPainterPath>
#include <QPointF>
#include <QString>

#include <cstdint>
#include <vector>

namespace knobscope {

/// A series of a plot, in data coordinates.
struct PlotSeries {
    enum class Kind : uint8_t {
        Line,  ///< x ascending
        Steps, ///< x ascending; holds its value until the next x
        Dots,  ///< below all lines
        Cells, ///< a rectangle around each point; points are whole numbers from (0, 0), row by row
    };
    QString name; ///< in the legend; empty: not listed
    QColor colour;
    Kind kind = Kind::Line;
    std::vector<QPointF> points;
    std::vector<TrialRef> trials; ///< as many as points; empty: the points are no trials
    std::vector<double> low;  ///< as many as points: the lower edge of a band around them; empty: no band
    std::vector<double> high;
    double width = 1.5; ///< of the line or the dot
    bool isDashed = false;
    bool canBePicked = true;
    QPainterPath marker; ///< for dots, around (0, 0); empty: a disc
    int lane = -1; ///< for dots without a y value: index of the strip at the bottom, from below; -1: none
    std::vector<double> values; ///< for cells: the share of the largest gives the colour; 0: crossed out; NaN: blank
    int rowLength = 0;          ///< for cells: number of cells per row
};

/// A point of a series, by index.
struct PlotPick {
    int series = -1;
    int point = -1;
    bool isValid() const { return series >= 0; }
    friend bool operator==(const PlotPick&, const PlotPick&) = default;
};

/// A highlighted position, with or without a point of a series there: see PlotSeries.
struct PlotMark {
    QPointF at;
    int lane = -1;
};

} // namespace knobscope

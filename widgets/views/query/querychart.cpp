// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/query/querychart.h"

#include "widgets/base/coretext.h"
#include "widgets/base/foreigntext.h"
#include "widgets/plot/plotcanvas.h"

#include <QComboBox>
#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr qsizetype kMostCategories = 5000; ///< an axis could not show more

struct QueryChart {
    Q_DECLARE_TR_FUNCTIONS(QueryChart)
};

QString nameOf(const Table& table, size_t column)
{
    return foreignText(table.columns()[column].heading.message);
}

bool hasNumber(const Table& table, size_t column)
{
    return std::ranges::any_of(table.rows(), [&](const Table::Row& row) { return row[column].value().is_number(); });
}

/// The values of a column: numbers, or positions among its distinct texts, which are added to `names`. NaN: none.
std::vector<double> valuesOf(const Table& table, size_t column, QStringList& names)
{
    const bool isNumeric = table.columns()[column].isNumeric();
    std::vector<double> values;
    QHash<QString, qsizetype> places;
    for (size_t row = 0; row < table.rows().size(); ++row) {
        const nlohmann::json& value = table.rows()[row][column].value();
        if (isNumeric) {
            values.push_back(value.is_number() ? value.get<double>() : std::nan(""));
            continue;
        }
        const QString text = coreText(table.shown(row, column));
        if (!places.contains(text) && names.size() < kMostCategories) {
            places[text] = names.size();
            names << text;
        }
        values.push_back(places.contains(text) ? static_cast<double>(places[text]) : std::nan(""));
    }
    return values;
}

/// From the least to the largest value, with room around them.
PlotAxis axisOf(const QString& name, const std::vector<double>& values, const QStringList& names)
{
    double low = INFINITY;
    double high = -INFINITY;
    for (const double value : values) {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    const double room = high > low ? 0.04 * (high - low) : std::max(1.0, std::abs(high)) * 0.1;
    const double from = low >= 0 && low < 0.3 * high ? 0 : low - room;
    PlotAxis axis(name, PlotAxis::Kind::Linear, from, high + room);
    if (!names.isEmpty()) {
        axis.setCategories(names);
    }
    return axis;
}

} // namespace

void fillAxes(const Table& table, QComboBox& x, QComboBox& y)
{
    const QString oldX = x.currentText();
    const QString oldY = y.currentText();
    x.clear();
    y.clear();
    for (size_t column = 0; column < table.columns().size(); ++column) {
        if (!table.columns()[column].heading.empty()) {
            x.addItem(nameOf(table, column), static_cast<int>(column));
            if (table.columns()[column].isNumeric() && hasNumber(table, column)) {
                y.addItem(nameOf(table, column), static_cast<int>(column));
            }
        }
    }
    const int lastY = y.count() - 1;
    y.setCurrentIndex(y.findText(oldY) >= 0 ? y.findText(oldY) : lastY);
    const int other = x.count() > 1 && x.itemData(0) == y.currentData() ? 1 : 0;
    x.setCurrentIndex(x.findText(oldX) >= 0 && x.findText(oldX) != x.findText(y.currentText()) ? x.findText(oldX)
                                                                                               : std::min(other, x.count() - 1));
}

void showColumns(PlotCanvas& canvas, const Table& table, int x, int y, const QColor& colour)
{
    if (y < 0 || table.empty()) {
        canvas.setSeries({});
        canvas.setEmptyText(table.empty() ? QueryChart::tr("No rows to show.")
                                          : QueryChart::tr("A chart needs a column of numbers."));
        return;
    }
    QStringList xNames;
    QStringList yNames;
    const auto across = valuesOf(table, static_cast<size_t>(x), xNames);
    const auto up = valuesOf(table, static_cast<size_t>(y), yNames);
    PlotSeries series{.colour = colour, .kind = PlotSeries::Kind::Dots, .width = 6};
    for (size_t i = 0; i < across.size(); ++i) {
        if (std::isfinite(across[i]) && std::isfinite(up[i])) {
            series.points.emplace_back(across[i], up[i]);
        }
    }
    const bool isAscending =
        xNames.isEmpty() && series.points.size() > 1
        && std::ranges::adjacent_find(series.points, [](QPointF a, QPointF b) { return a.x() >= b.x(); }) == series.points.end();
    if (isAscending) {
        series.kind = PlotSeries::Kind::Line;
        series.width = 1.5;
    }
    canvas.setEmptyText(QueryChart::tr("No rows to show."));
    canvas.setAxes(axisOf(nameOf(table, static_cast<size_t>(x)), across, xNames),
                   axisOf(nameOf(table, static_cast<size_t>(y)), up, yNames));
    canvas.setSeries({std::move(series)});
}

} // namespace knobscope

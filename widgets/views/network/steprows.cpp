// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/steprows.h"

#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/foreigntext.h"
#include "widgets/base/number.h"
#include "widgets/controls/columnfit.h"
#include "widgets/controls/coretable.h"
#include "widgets/plot/colours.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace knobscope {

namespace {

constexpr size_t kFasterColour = 0; // of seriesColour()
constexpr size_t kSlowerColour = 1;
constexpr double kStrongest = 0.6; // opacity, which leaves the text readable

class Steps
{
    Q_DECLARE_TR_FUNCTIONS(Steps)
public:
    using Heading = CellTable::Heading; // lupdate takes the first class that it sees for the context
    static Heading heading(const std::string& id, const QString& title)
    {
        const QString tip =
            id == "gflops"        ? FlopsCount::plain()
            : id == "is_tuned"    ? tr("Whether the project has a measured config for this step.")
            : id == "peak_share"  ? tr("Share of the measured peak of these cores, by the operations that the kernel computes.")
            : id == "bound_by"    ? tr("What limits the step: compute, or moving its operands through the memory.")
            : id == "bound_share" ? tr("Least possible time on this machine as a share of the measured time.")
            : id == "change_milliseconds" ? tr("Milliseconds more than in the run before; less is coloured as faster.")
            : id == "state" ? tr("Whether the project has a measured config for these steps, or no template computes them.")
            : id == "gain_seconds"
                ? tr("Milliseconds that the network can gain by these steps at most, by their bound or a faster layout.")
            : id == "advice" ? tr("What can be done, and how much it can save at most.")
                             : QString();
        return {QString::fromStdString(id), title, tip};
    }
    /// A number in the window's language, as in the format "{:.1f} %"; milliseconds have three significant digits.
    static QString numberIn(const TableColumn& shape, double value)
    {
        if (shape.id.ends_with("milliseconds") || shape.id.ends_with("_seconds")) {
            const double size = std::abs(value);
            return number(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4);
        }
        const size_t point = shape.format.find('.');
        const int decimals = point == std::string::npos ? 0 : shape.format[point + 1] - '0';
        const QString text = shape.format.starts_with("{:+") ? signedNumber(value, decimals) : number(value, decimals);
        return text + QString::fromStdString(shape.format.substr(shape.format.find('}') + 1));
    }
    static Cell cell(const Table& table, size_t row, size_t column)
    {
        const TableColumn& shape = table.columns()[column];
        const TableCell& cell = table.rows()[row][column];
        if (shape.id == "name") {
            return {foreignText(cell.value().get<std::string>()), {}, tr("Click to go to its box.")};
        }
        if (!cell.hasValue()) {
            return {};
        }
        if (shape.id == "op" && cell.value() == "layout") {
            return {tr("layout transform")};
        }
        if (!shape.isNumeric()) {
            return {cellText(table.shown(row, column))};
        }
        if (const Sentence* both = cell.text(); both && shape.id == "gflops") {
            return {cellText(*both), cell.value().get<double>(),
                    tr("The first figure counts the layer's own operations; the second those that Winograd's algorithm computes "
                       "instead, which the share of the peak counts.")};
        }
        const double value = cell.value().get<double>();
        const bool isShown = (shape.id != "gflops" && shape.id != "gain_seconds") || value > 0;
        return {isShown ? numberIn(shape, value * shape.scale) : QString(), value};
    }
};

/// Columns with a heading, in the window's order: what to do, and what bounds a step, stand next to its time, where they are in
/// sight.
std::vector<size_t> shownColumns(const Table& table)
{
    std::vector<size_t> shown;
    for (size_t column = 0; column < table.columns().size(); ++column) {
        if (!table.columns()[column].heading.empty()) {
            shown.push_back(column);
        }
    }
    const auto rank = [&](size_t column) {
        static constexpr std::array<std::string_view, 6> first{"name",   "milliseconds", "share",
                                                               "advice", "bound_by",     "bound_share"};
        return std::ranges::find(first, table.columns()[column].id) - first.begin();
    };
    if (std::ranges::any_of(shown, [&](size_t column) { return table.columns()[column].id == "advice"; })) {
        std::ranges::stable_sort(shown, {}, rank);
    }
    return shown;
}

/// "name" is "step" in the window, whose settings name its columns.
std::string idOf(const TableColumn& column)
{
    return column.id == "name" ? "step" : column.id == "op" ? "operators" : column.id == "task" ? "template" : column.id;
}

} // namespace

std::vector<CellTable::Heading> stepHeadings(const Table& table)
{
    std::vector<CellTable::Heading> headings;
    for (const size_t shown : shownColumns(table)) {
        const TableColumn& column = table.columns()[shown];
        const QString title = coreText(column.heading);
        const bool isUnit = column.heading.message.starts_with("ms"); // stays as it is
        headings.push_back(Steps::heading(idOf(column), isUnit ? title : title.left(1).toUpper() + title.mid(1)));
    }
    return headings;
}

void fitSteps(QTableView& view)
{
    new ColumnFit(view,
                  {QStringLiteral("template"), QStringLiteral("operators"), QStringLiteral("layout"),
                   QStringLiteral("peak_share"), QStringLiteral("is_tuned"), QStringLiteral("gflops"),
                   QStringLiteral("bound_share"), QStringLiteral("step")},
                  QStringLiteral("advice"));
}

std::vector<CellTable::Row> stepRows(const Table& table)
{
    std::vector<CellTable::Row> rows;
    const std::vector<size_t> shown = shownColumns(table);
    for (size_t row = 0; row < table.rows().size(); ++row) {
        CellTable::Row cells;
        for (const size_t column : shown) {
            cells.push_back(Steps::cell(table, row, column));
        }
        rows.push_back(std::move(cells));
    }
    return rows;
}

QColor changeColour(const QPalette& palette, double change, double most)
{
    if (most <= 0 || change == 0) {
        return {};
    }
    QColor colour = seriesColour(palette, change < 0 ? kFasterColour : kSlowerColour);
    colour.setAlphaF(static_cast<float>(kStrongest * std::sqrt(std::min(1.0, std::abs(change) / most))));
    return colour;
}

std::vector<CellTable::Row> changeRows(const Table& table, const QPalette& palette)
{
    std::vector<CellTable::Row> rows = stepRows(table);
    const auto changes = std::ranges::find(table.columns(), std::string("change_milliseconds"), &TableColumn::id);
    const auto column = static_cast<size_t>(changes - table.columns().begin());
    double most = 0;
    for (const CellTable::Row& row : rows) {
        most = std::max(most, std::abs(row[column].sort.toDouble()));
    }
    for (CellTable::Row& row : rows) {
        row[column].background = changeColour(palette, row[column].sort.toDouble(), most);
    }
    return rows;
}

std::vector<CellTable::Row> precisionRows(const Table& table, const QPalette& palette)
{
    std::vector<CellTable::Row> rows = stepRows(table);
    std::vector<size_t> others; // columns of milliseconds behind float32's
    for (size_t column = 2; column < table.columns().size(); ++column) {
        if (table.columns()[column].id.ends_with("_milliseconds")) {
            others.push_back(column);
        }
    }
    const auto changeOf = [](const CellTable::Row& row, size_t column) {
        return row[column].sort.toDouble() - row[1].sort.toDouble();
    };
    double most = 0;
    for (const CellTable::Row& row : rows) {
        for (const size_t column : others) {
            most = std::max(most, std::abs(changeOf(row, column)));
        }
    }
    for (CellTable::Row& row : rows) {
        for (const size_t column : others) {
            row[column].background = changeColour(palette, changeOf(row, column), most);
        }
    }
    return rows;
}

} // namespace knobscope

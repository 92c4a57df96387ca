// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/coretable.h"

#include "widgets/base/coretext.h"
#include "widgets/base/foreigntext.h"

#include <limits>

namespace knobscope {

namespace {

/// A formatted number, "1,234.5", with the separators of the locale.
QString localized(const QString& number)
{
    QString out;
    for (const QChar c : number) {
        out += c == QLatin1Char('.') ? QLocale().decimalPoint() : c == QLatin1Char(',') ? QLocale().groupSeparator() : QString(c);
    }
    return withMinus(out);
}

Cell cellOf(const Table& table, size_t row, size_t column)
{
    const TableCell& cell = table.rows()[row][column];
    const QString text = cellText(table.shown(row, column));
    if (!table.columns()[column].isNumeric()) {
        return Cell::word(text);
    }
    const bool isNumber = cell.value().is_number();
    return Cell::figure(isNumber && !cell.text() ? localized(text) : text,
                        isNumber ? cell.value().get<double>() : std::numeric_limits<double>::infinity());
}

} // namespace

QString cellText(const Sentence& shown)
{
    return shown.message == "-" ? QString() : coreText(shown);
}

std::vector<CellTable::Heading> headingsOf(const Table& table)
{
    std::vector<CellTable::Heading> headings;
    for (const TableColumn& column : table.columns()) {
        if (!column.heading.empty()) {
            const bool isName = column.heading.pattern.empty(); // of a question's column, in no language
            QString title = isName ? foreignText(column.heading.message) : coreText(column.heading);
            title[0] = isName ? title[0] : title[0].toUpper();
            headings.emplace_back(QString::fromStdString(column.id), title);
        }
    }
    return headings;
}

std::vector<CellTable::Row> rowsOf(const Table& table)
{
    std::vector<CellTable::Row> rows(table.rows().size());
    for (size_t column = 0; column < table.columns().size(); ++column) {
        for (size_t row = 0; row < rows.size() && !table.columns()[column].heading.empty(); ++row) {
            rows[row].push_back(cellOf(table, row, column));
        }
    }
    return rows;
}

} // namespace knobscope

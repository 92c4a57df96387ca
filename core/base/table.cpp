// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/table.h"

#include "core/base/characters.h"
#include "core/base/numbertext.h"
#include "core/base/readjson.h"
#include "core/base/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace knobscope {

namespace {

std::string numberText(const nlohmann::json& number, const TableColumn& column)
{
    if (column.format == ",") {
        return groupedNumber(number.get<int64_t>());
    }
    const bool isWhole = number.is_number_integer() && column.scale == 1;
    return isWhole && column.format.find('.') == std::string::npos
             ? fmt::format(fmt::runtime(column.format), number.get<int64_t>())
             : fmt::format(fmt::runtime(column.format), number.get<double>() * column.scale);
}

/// A value for other programs: numbers with all their digits.
std::string plainText(const nlohmann::json& value)
{
    return value.is_string()       ? value.get<std::string>()
         : value.is_null()         ? std::string()
         : value.is_number_float() ? fmt::format("{}", value.get<double>())
                                   : jsonText(value);
}

/// Escapes what would end a Markdown cell.
std::string markdownCell(std::string text)
{
    for (size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
        text.insert(at, "\\");
    }
    return text;
}

} // namespace

const nlohmann::json TableCell::kNull;

TableColumn::TableColumn(std::string itsId, Sentence itsHeading, std::string itsFormat, double itsScale)
    : id(std::move(itsId))
    , heading(std::move(itsHeading))
    , format(std::move(itsFormat))
    , scale(itsScale)
{
}

TableColumn::TableColumn(std::string itsId, const char* itsHeading, std::string itsFormat, double itsScale)
    : TableColumn(std::move(itsId), Sentence(itsHeading), std::move(itsFormat), itsScale)
{
}

TableCell::TableCell(const Sentence& text)
    : TableCell(text.message, text)
{
}

TableCell positiveCell(double number)
{
    return number > 0 ? TableCell(number) : TableCell(number, "-");
}

void Table::add(Row row)
{
    assert(row.size() == m_columns.size());
    m_rows.push_back(std::move(row));
}

Sentence Table::shown(size_t row, size_t column) const
{
    const TableCell& cell = m_rows[row][column];
    if (cell.text()) {
        return *cell.text();
    }
    const TableColumn& how = m_columns[column];
    const nlohmann::json& value = cell.value();
    return Sentence(value.is_null()                        ? (how.isNumeric() ? "-" : "")
                    : value.is_boolean()                   ? (value.get<bool>() ? "yes" : "")
                    : value.is_number() && how.isNumeric() ? numberText(value, how)
                                                           : plainText(value));
}

nlohmann::json Table::toJson() const
{
    nlohmann::json list = nlohmann::json::array();
    for (const Row& row : m_rows) {
        nlohmann::json object = nlohmann::json::object();
        for (size_t c = 0; c < row.size(); ++c) {
            if (!m_columns[c].id.empty() && row[c].hasValue()) {
                object[m_columns[c].id] = row[c].value();
            }
        }
        list.push_back(std::move(object));
    }
    return list;
}

std::vector<size_t> Table::shownColumns() const
{
    std::vector<size_t> shown;
    for (size_t c = 0; c < m_columns.size(); ++c) {
        if (!m_columns[c].heading.empty()) {
            shown.push_back(c);
        }
    }
    return shown;
}

std::string Table::toText() const
{
    const std::vector<size_t> columns = shownColumns();
    std::vector<std::vector<std::string>> lines(m_rows.size() + 1);
    std::vector<size_t> widths;
    for (const size_t c : columns) {
        lines[0].push_back(m_columns[c].heading.message);
        for (size_t row = 0; row < m_rows.size(); ++row) {
            lines[row + 1].push_back(visibleText(shown(row, c).message, Lines::Escape));
        }
        widths.push_back(0);
        for (const auto& line : lines) {
            widths.back() = std::max(widths.back(), terminalWidth(line.back()));
        }
    }
    std::string out;
    for (const auto& cells : lines) {
        std::string line;
        for (size_t c = 0; c < cells.size(); ++c) {
            const std::string blanks(widths[c] - terminalWidth(cells[c]), ' ');
            line += (m_columns[columns[c]].isNumeric() ? blanks + cells[c] : cells[c] + blanks) + "  ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string Table::toCsv() const
{
    std::vector<std::string> fields;
    for (const TableColumn& column : m_columns) {
        if (!column.id.empty()) {
            fields.push_back(column.id);
        }
    }
    std::string out = csvLine(fields);
    for (const Row& row : m_rows) {
        fields.clear();
        for (size_t c = 0; c < row.size(); ++c) {
            if (!m_columns[c].id.empty()) {
                fields.push_back(plainText(row[c].value()));
            }
        }
        out += csvLine(fields);
    }
    return out;
}

std::string Table::toMarkdown() const
{
    std::string heading = "|";
    std::string ruler = "|";
    std::string body;
    for (const size_t c : shownColumns()) {
        heading += " " + markdownCell(m_columns[c].heading.message) + " |";
        ruler += m_columns[c].isNumeric() ? "--:|" : "---|";
    }
    for (size_t row = 0; row < m_rows.size(); ++row) {
        body += "|";
        for (const size_t c : shownColumns()) {
            body += " " + markdownCell(shown(row, c).message) + " |";
        }
        body += "\n";
    }
    return heading + "\n" + ruler + "\n" + body;
}

std::string csvLine(std::span<const std::string> fields)
{
    std::string line;
    for (size_t i = 0; i < fields.size(); ++i) {
        line += i == 0 ? "" : ",";
        if (fields[i].find_first_of(",\"\n\r") == std::string::npos) {
            line += fields[i];
            continue;
        }
        line += '"';
        for (const char c : fields[i]) {
            line += c == '"' ? "\"\"" : std::string(1, c);
        }
        line += '"';
    }
    return line + "\n";
}

} // namespace knobscope

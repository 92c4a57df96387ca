// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// A column of a Table: for programs if it has an id, for people if it has a heading.
struct TableColumn {
    std::string id;     ///< key in JSON, name in CSV; empty: not there
    Sentence heading;   ///< empty: not in texts
    std::string
        format; ///< of numbers, "{:.1f} %", or "," for groups of digits; empty: a column of texts. Numbers are right-aligned
    double scale = 1;   ///< of numbers in texts, 1e3 for seconds in a column of ms

    TableColumn(std::string itsId, Sentence itsHeading, std::string itsFormat = {}, double itsScale = 1);
    /// `itsHeading` is plain English.
    TableColumn(std::string itsId, const char* itsHeading = "", // NOLINT(google-explicit-constructor): lists of ids
                std::string itsFormat = {}, double itsScale = 1);

    bool isNumeric() const { return !format.empty(); }
};

/// A value, and how people read it if the column's format does not say.
class TableCell
{
public:
    /// No value: JSON lacks the key, texts have "-".
    TableCell() = default;
    template<class T>
        requires(!std::is_base_of_v<TableCell, T> && !std::is_base_of_v<Sentence, T>)
    TableCell(const T& value) // NOLINT(google-explicit-constructor): rows are lists of values
        : m_value(value)
    {
    }
    TableCell(const Sentence& text); // NOLINT(google-explicit-constructor)
    template<class T>
    TableCell(const T& value, Sentence text)
        : m_value(value)
        , m_text(std::make_shared<const Sentence>(std::move(text)))
    {
    }
    template<class T>
    TableCell(const T& value, std::string text)
        : TableCell(value, Sentence(std::move(text)))
    {
    }

    /// A text that JSON lacks.
    static TableCell forPeople(Sentence text)
    {
        TableCell cell(nullptr, std::move(text));
        cell.m_value.reset();
        return cell;
    }

    /// Null if there is none.
    const nlohmann::json& value() const { return m_value ? *m_value : kNull; }
    bool hasValue() const { return m_value.has_value(); }
    /// Null if the text follows from the value and the column's format.
    const Sentence* text() const { return m_text.get(); }

private:
    static const nlohmann::json kNull;

    std::optional<nlohmann::json> m_value;
    std::shared_ptr<const Sentence> m_text; // most cells have none
};

/// A number that is only shown if it is positive; others are "-".
TableCell positiveCell(double number);

/// Rows of typed columns: once for JSON and CSV, once for people.
class Table
{
public:
    using Row = std::vector<TableCell>;

    explicit Table(std::vector<TableColumn> columns)
        : m_columns(std::move(columns))
    {
    }
    /// Appends columns for programs only.
    Table&& withIds(const std::vector<std::string>& ids) &&
    {
        m_columns.insert(m_columns.end(), ids.begin(), ids.end());
        return std::move(*this);
    }
    /// `row` has a cell for each column.
    void add(Row row);

    const std::vector<TableColumn>& columns() const { return m_columns; }
    const std::vector<Row>& rows() const { return m_rows; }
    bool empty() const { return m_rows.empty(); }
    /// How people read a cell.
    Sentence shown(size_t row, size_t column) const;

    /// A list with an object for each row.
    nlohmann::json toJson() const;
    /// Aligned columns below their headings, with control characters escaped.
    std::string toText() const;
    /// As RFC 4180, with the ids as its first line; missing values are empty.
    std::string toCsv() const;
    /// A table of GitHub's Markdown.
    std::string toMarkdown() const;

private:
    /// The numbers of the columns that people see.
    std::vector<size_t> shownColumns() const;

    std::vector<TableColumn> m_columns;
    std::vector<Row> m_rows;
};

/// A line of CSV as in RFC 4180.
std::string csvLine(std::span<const std::string> fields);

} // namespace knobscope

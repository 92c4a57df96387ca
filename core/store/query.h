// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace knobscope {

/// An SQL statement with its parameter values and result columns. Reads rows directly from SQLite, without a wrapper per column,
/// for scans over millions of rows. Throws SQLite::Exception; use it within `guarded`.
class Query
{
public:
    template<class... Values>
    Query(SQLite::Database& database, const std::string& sql, const Values&... values)
        : m_database(database.getHandle())
    {
        sqlite3_stmt* made = nullptr;
        check(sqlite3_prepare_v2(m_database, sql.c_str(), static_cast<int>(sql.size()), &made, nullptr));
        m_statement.reset(made);
        bindAll(values...);
    }

    /// Steps to the next row and reads its columns, from the first, into these. Returns false, without a lock, after the last.
    template<class... Variables>
    bool next(Variables&... into)
    {
        if (!step()) {
            return false;
        }
        [[maybe_unused]] int column = 0;
        (read(column++, into), ...);
        return true;
    }
    /// Reads all remaining rows; columns go to these members of Row.
    template<class Row, class... Members>
    std::vector<Row> all(Members Row::*... members)
    {
        std::vector<Row> rows;
        for (Row row; next(row.*members...);) {
            rows.push_back(row);
        }
        return rows;
    }
    /// The first column of all remaining rows.
    std::vector<int64_t> numbers()
    {
        std::vector<int64_t> values;
        while (next()) {
            values.push_back(integer(0));
        }
        return values;
    }
    /// The first column of the next row; 0 if there is none.
    int64_t number() { return next() ? integer(0) : 0; }
    /// Restarts with these values; parameters not given keep their values.
    template<class... Values>
    void restart(const Values&... values)
    {
        sqlite3_reset(m_statement.get()); // its result code is that of the last execution
        m_isOver = false;
        bindAll(values...);
    }
    /// Executes a statement without result rows, with these values; may be called repeatedly.
    template<class... Values>
    void run(const Values&... values)
    {
        restart(values...);
        step();
    }

    // Columns of the current row; 0 and empty for NULL.
    int64_t integer(int column) const { return sqlite3_column_int64(m_statement.get(), column); }
    double real(int column) const { return sqlite3_column_double(m_statement.get(), column); }
    std::string text(int column) const
    {
        const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
        return bytes ? std::string(bytes, static_cast<size_t>(sqlite3_column_bytes(m_statement.get(), column))) : std::string();
    }
    bool isNull(int column) const { return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL; }

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };

    void check(int code) const
    {
        if (code != SQLITE_OK) {
            throw SQLite::Exception(m_database, code);
        }
    }
    bool step()
    {
        const int code = m_isOver ? SQLITE_DONE : sqlite3_step(m_statement.get());
        m_isOver = code != SQLITE_ROW;
        if (code == SQLITE_ROW) {
            return true;
        }
        if (code != SQLITE_DONE) {
            const SQLite::Exception problem(m_database, code);
            sqlite3_reset(m_statement.get());
            throw problem;
        }
        sqlite3_reset(m_statement.get());
        return false;
    }

    template<class... Values>
    void bindAll(const Values&... values)
    {
        [[maybe_unused]] int parameter = 0;
        (check(bind(++parameter, values)), ...);
    }
    int bind(int parameter, int64_t value) { return sqlite3_bind_int64(m_statement.get(), parameter, value); }
    int bind(int parameter, int value) { return sqlite3_bind_int64(m_statement.get(), parameter, value); }
    int bind(int parameter, double value) { return sqlite3_bind_double(m_statement.get(), parameter, value); }
    int bind(int parameter, const std::string& value)
    {
        return sqlite3_bind_text64(m_statement.get(), parameter, value.data(), value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }

    void read(int column, int64_t& into) const { into = integer(column); }
    void read(int column, int& into) const { into = static_cast<int>(integer(column)); }
    void read(int column, double& into) const { into = real(column); }
    void read(int column, std::string& into) const { into = text(column); }

    sqlite3* m_database;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    bool m_isOver = false;
};

} // namespace knobscope

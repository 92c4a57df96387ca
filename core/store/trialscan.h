// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/guarded.h"
#include "core/store/project.h"

#include <sqlite3.h>

#include <atomic>
#include <cstdint>

namespace knobscope {

/// The rows of a statement as SQLite hands them over, without a copy or a shared pointer a column: what a scan over a million
/// rows can afford. Throws SQLite::Exception. Used within `guarded`.
class TrialScan
{
public:
    TrialScan(Project& project, const std::string& sql)
        : m_database(project.database())
    {
        if (sqlite3_prepare_v2(m_database.getHandle(), sql.c_str(), -1, &m_statement, nullptr) != SQLITE_OK) {
            throw SQLite::Exception(m_database.getHandle());
        }
    }
    ~TrialScan() { sqlite3_finalize(m_statement); }
    TrialScan(const TrialScan&) = delete;
    TrialScan& operator=(const TrialScan&) = delete;

    void bind(int parameter, int64_t value) { sqlite3_bind_int64(m_statement, parameter, value); }
    bool next()
    {
        const int code = sqlite3_step(m_statement);
        if (code != SQLITE_ROW && code != SQLITE_DONE) {
            throw SQLite::Exception(m_database.getHandle());
        }
        return code == SQLITE_ROW;
    }
    void restart() { sqlite3_reset(m_statement); }
    int64_t integer(int column) { return sqlite3_column_int64(m_statement, column); }
    double real(int column) { return sqlite3_column_double(m_statement, column); }
    std::string text(int column)
    {
        const auto* words = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
        return words ? std::string(words, static_cast<size_t>(sqlite3_column_bytes(m_statement, column))) : std::string();
    }

private:
    SQLite::Database& m_database;
    sqlite3_stmt* m_statement = nullptr;
};

/// Counts rows and says, every thousandth time, whether someone gave the scan up.
class CancelCheck
{
public:
    explicit CancelCheck(const std::atomic<bool>* isCancelled)
        : m_isCancelled(isCancelled)
    {
    }
    bool operator()() { return m_isCancelled && (++m_rows & 1023U) == 0 && m_isCancelled->load(std::memory_order_relaxed); }

private:
    const std::atomic<bool>* m_isCancelled;
    uint64_t m_rows = 0;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/nesting.h"
#include "core/store/spanlevels.h"
#include "core/trace/span.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>

namespace knobscope {

/// Ids of texts in the string table. Caches a bounded number of them. Throws SQLite::Exception.
class StringTable
{
public:
    explicit StringTable(SQLite::Database& database)
        : m_database(database)
    {
    }
    int64_t idOf(const std::string& text);
    void clear()
    {
        m_known.clear();
        m_knownBytes = 0;
    }

private:
    SQLite::Database& m_database;
    std::unordered_map<std::string, int64_t> m_known;
    size_t m_knownBytes = 0;
};

/// Writes the spans and samples of this program's own runs within the caller's transaction, and updates depths, levels and track
/// extents. Throws SQLite::Exception.
class SpanWriter
{
public:
    explicit SpanWriter(SQLite::Database& database);
    ~SpanWriter();
    void write(int64_t run, std::span<const Span> spans);
    void writeSample(const std::string& counter, const std::string& unit, double unixSeconds, double value);
    /// Call it before the transaction ends.
    void flush();
    /// Call it after a rollback.
    void clear();

private:
    struct Track {
        int64_t id = 0;
        int64_t depths = 0;
        int64_t first = INT64_MAX;
        int64_t last = INT64_MIN;
        int64_t added = 0;
        Nesting nesting;
    };
    Track& trackOf(const Span& span);
    void writeOne(int64_t run, const Span& span);
    SQLite::Database& m_database;
    StringTable m_strings{m_database};
    SpanLevels m_levels{m_database};
    std::unique_ptr<Query> m_insert;
    std::unordered_map<std::string, Track> m_tracks;
    std::unordered_map<std::string, int64_t> m_counters;
};

/// Span for the time that writing a batch of `rows` rows took; it is written with the next batch.
Span spanOfWriting(double start, std::chrono::duration<double> taken, size_t rows, const char* function = __builtin_FUNCTION(),
                   int line = __builtin_LINE());

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <initializer_list>

struct sqlite3;
struct sqlite3_stmt;

namespace knobscope {

/// Runs a query of the timeline; what SQLite throws becomes a sentence.
template<class F>
auto timelineQuery(Project& project, F&& work) -> decltype(work())
{
    try {
        return work();
    } catch (const SQLite::Exception& e) {
        return fail(ErrorCode::Io, "The timeline of {} cannot be read: {}", project.path(), e.what());
    }
}

/// A statement whose rows are whole numbers, read without a wrapper a column: windows read hundreds of thousands of them. Throws
/// SQLite::Exception.
class NumberRows
{
public:
    NumberRows(SQLite::Database& database, const std::string& sql);
    ~NumberRows();
    NumberRows(const NumberRows&) = delete;
    NumberRows& operator=(const NumberRows&) = delete;
    /// Starts anew with these values.
    void start(std::initializer_list<int64_t> values);
    bool next();
    int64_t at(int column) const;

private:
    sqlite3* m_database;
    sqlite3_stmt* m_statement = nullptr;
};

/// Whether the file has depths, levels and extents; those of the first version do not.
bool hasLevels(Project& project);

/// What drawing and counting need of a span.
struct RawSpan {
    int64_t begin = 0;
    int64_t end = 0;
    int64_t depth = 0;
    int64_t name = 0;
    int64_t run = 0;
    int64_t trial = 0;
};

/// Reads the spans of tracks that overlap a range; keeps its statements. Throws SQLite::Exception.
class SpanScan
{
public:
    explicit SpanScan(Project& project);
    /// By begin, those that reach into the range from before it first; `take` returns false to end.
    void each(const TrackRow& track, int64_t from, int64_t to, int64_t maxDepths,
              const std::function<bool(const RawSpan&)>& take);
    /// The row of the last cell of a level before `cell` at a depth: where it begins and ends; false when there is none.
    bool cellBefore(const TrackRow& track, int level, int64_t depth, int64_t cell, SpanBlock& block);

private:
    bool reachingInto(const TrackRow& track, int64_t depth, int64_t from, RawSpan& span);
    static RawSpan read(const NumberRows& rows);
    bool m_hasLevels;
    NumberRows m_range;
    NumberRows m_before;
    std::unique_ptr<NumberRows> m_cell;
    std::unique_ptr<NumberRows> m_inCell;
};

/// The row of span_level as a block.
SpanBlock blockOfCell(const NumberRows& rows, int level, int depth);

} // namespace knobscope

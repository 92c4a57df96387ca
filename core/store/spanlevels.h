// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace SQLite {
class Database;
}

namespace knobscope {

class Query;

/// Level k of the timeline sums up spans in cells of 8^k nanoseconds: one row per track, depth and cell in which spans begin. A
/// window is drawn from the coarsest level whose cells are no wider than a pixel, so that its cost does not grow with the number
/// of spans.
inline constexpr int kCoarsestLevel = 12; ///< 69 s: a screen of such cells covers a day and a half
/// Finest level for spans written during tuning: 17 ms, a few stages of a trial.
inline constexpr int kLiveFinestLevel = 8;

constexpr int64_t levelWidth(int level)
{
    return int64_t{1} << (3 * level);
}
/// Cell that contains `time`. Rounds down, also for negative times.
constexpr int64_t levelCell(int level, int64_t time)
{
    return time >> (3 * level);
}

/// Clamps a file's time to 1933 … 2116, so that sums and differences of two fit into 64 bits.
constexpr int64_t timelineTime(int64_t nanoseconds)
{
    return std::clamp(nanoseconds, -(int64_t{1} << 60), int64_t{1} << 62);
}
/// Clamps a file's duration to at most 73 years.
constexpr int64_t timelineDuration(int64_t nanoseconds)
{
    return std::clamp(nanoseconds, int64_t{0}, int64_t{1} << 61);
}

/// Converts Unix seconds; NaN gives 0.
inline int64_t nanosecondsOf(double seconds)
{
    constexpr double least = -1e9;
    constexpr double most = 4e9;
    return std::isnan(seconds) ? 0 : static_cast<int64_t>(std::llround(std::clamp(seconds, least, most) * 1e9));
}

/// Finest level worth storing for `spans` on `tracks` tracks in `nanoseconds`: about one to eight spans per cell, one level finer
/// than where reading all spans of a window would be as fast.
int finestLevelFor(int64_t spans, int64_t tracks, int64_t nanoseconds);

/// Adds spans to the level tables. Rows stay in memory until flush(). Spans may come in any order; in time order each row is
/// written only once. Throws SQLite::Exception.
class SpanLevels
{
public:
    explicit SpanLevels(SQLite::Database& database);
    ~SpanLevels();
    void add(int64_t track, int finest, int64_t depth, int64_t start, int64_t duration, int64_t name);
    void flush();
    /// Discards pending rows (their transaction was rolled back).
    void clear() { m_open.clear(); }

private:
    struct Cell {
        int64_t cell = 0;
        int64_t first = 0; ///< nanoseconds from the start of the cell
        int64_t last = 0;
        int64_t busy = 0;
        int64_t count = 0;
        int64_t name = 0;
        int64_t longest = -1;
    };
    void write(int64_t track, int level, int64_t depth, const Cell& cell);
    SQLite::Database& m_database;
    std::unique_ptr<Query> m_insert;
    int64_t m_track = -1;
    std::map<std::tuple<int64_t, int64_t>, std::vector<Cell>> m_open; ///< by track and depth: one cell per level
};

} // namespace knobscope

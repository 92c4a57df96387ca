// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/spanwriter.h"

#include "core/base/member.h"
#include "core/store/guarded.h"
#include "core/store/query.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t kMaxKnownStrings = 200'000;
constexpr size_t kMaxKnownBytes = size_t{16} << 20;

} // namespace

int64_t StringTable::idOf(const std::string& text)
{
    if (const auto known = m_known.find(text); known != m_known.end()) {
        return known->second;
    }
    if (m_known.size() >= kMaxKnownStrings || m_knownBytes + text.size() > kMaxKnownBytes) {
        clear();
    }
    m_knownBytes += text.size();
    Query(m_database, "INSERT OR IGNORE INTO string (text) VALUES (?)", text).run();
    return m_known[text] = Query(m_database, "SELECT id FROM string WHERE text = ?", text).number();
}

SpanWriter::SpanWriter(SQLite::Database& database)
    : m_database(database)
{
}
SpanWriter::~SpanWriter() = default;

SpanWriter::Track& SpanWriter::trackOf(const Span& span)
{
    const std::string key = fmt::format("{}/{}/{}", span.pid, span.tid, span.process);
    if (const auto known = m_tracks.find(key); known != m_tracks.end()) {
        return known->second;
    }
    Track track;
    Query find(m_database, "SELECT id, depths FROM track WHERE trace = 0 AND pid = ? AND tid = ? AND process = ?", span.pid,
               span.tid, span.process);
    if (find.next(track.id, track.depths)) {
        Query recent(m_database, "SELECT ts, dur, depth FROM span WHERE track = ? ORDER BY ts DESC LIMIT 64", track.id);
        for (int64_t start = 0, duration = 0, depth = 0; recent.next(start, duration, depth);) {
            track.nesting.remember(start, duration, depth);
        }
    } else {
        Query(m_database, "INSERT INTO track (trace, pid, tid, process, thread, first, last) VALUES (0, ?, ?, ?, ?, ?, ?)",
              span.pid, span.tid, span.process, span.thread, nanosecondsOf(span.start), nanosecondsOf(span.start + span.seconds))
            .run();
        track.id = m_database.getLastInsertRowid();
    }
    return m_tracks.emplace(key, std::move(track)).first->second;
}

void SpanWriter::write(int64_t run, std::span<const Span> spans)
{
    std::vector<const Span*> ordered;
    ordered.reserve(spans.size());
    for (const Span& span : spans) {
        ordered.push_back(&span);
    }
    std::stable_sort(ordered.begin(), ordered.end(), [](const Span* a, const Span* b) {
        return a->start != b->start ? a->start < b->start : a->seconds > b->seconds;
    });
    for (const Span* span : ordered) {
        writeOne(run, *span);
    }
}

void SpanWriter::writeOne(int64_t run, const Span& span)
{
    if (!m_insert) {
        m_insert = std::make_unique<Query>(
            m_database,
            "INSERT OR REPLACE INTO span (track, ts, depth, dur, run, name, category, function, file, line, args, trial)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    }
    Track& track = trackOf(span);
    int64_t start = nanosecondsOf(span.start);
    int64_t duration = std::max<int64_t>(0, nanosecondsOf(span.seconds));
    const int64_t depth = track.nesting.place(start, duration);
    const int64_t name = m_strings.idOf(span.name);
    const int64_t category = m_strings.idOf(span.category);
    const int64_t function = m_strings.idOf(span.function);
    m_insert->run(track.id, start, depth, duration, run, name, category, function, m_strings.idOf(span.file), span.line,
                  jsonText(span.args), memberOr<int64_t>(span.args, "trial", 0));
    m_levels.add(track.id, kLiveFinestLevel, depth, start, duration, name);
    track.depths = std::max(track.depths, depth + 1);
    track.first = std::min(track.first, start);
    track.last = std::max(track.last, start + duration);
    ++track.added;
}

void SpanWriter::writeSample(const std::string& counter, const std::string& unit, double unixSeconds, double value)
{
    auto known = m_counters.find(counter);
    if (known == m_counters.end()) {
        Query(m_database, "INSERT OR IGNORE INTO counter (trace, name, unit) VALUES (0, ?, ?)", counter, unit).run();
        Query find(m_database, "SELECT id FROM counter WHERE trace = 0 AND name = ?", counter);
        known = m_counters.emplace(counter, find.number()).first;
    }
    Query(m_database, "INSERT OR REPLACE INTO sample (counter, ts, value) VALUES (?, ?, ?)", known->second,
          nanosecondsOf(unixSeconds), value)
        .run();
}

void SpanWriter::flush()
{
    m_levels.flush();
    for (auto& [key, track] : m_tracks) {
        if (track.added > 0) {
            Query(m_database,
                  "UPDATE track SET depths = max(depths, ?), first = min(first, ?), last = max(last, ?), spans = spans + ?"
                  " WHERE id = ?",
                  track.depths, track.first, track.last, track.added, track.id)
                .run();
            track.added = 0;
        }
    }
}

void SpanWriter::clear()
{
    m_strings.clear();
    m_levels.clear();
    m_tracks.clear();
    m_counters.clear();
}

Span spanOfWriting(double start, std::chrono::duration<double> taken, size_t rows, const char* function, int line)
{
    Span span{start, taken.count(), "write", "store", function, "core/store/projectwriter.cpp", line};
    span.pid = ::getpid();
    span.tid = ::gettid();
    span.process = "knobscope";
    span.thread = "writer";
    span.args = {{"rows", rows}};
    return span;
}

} // namespace knobscope

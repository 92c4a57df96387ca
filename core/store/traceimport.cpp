// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/traceimport.h"

#include "core/base/sentencejson.h"
#include "core/store/guarded.h"
#include "core/store/nesting.h"
#include "core/store/query.h"
#include "core/store/schema.h"
#include "core/store/spanlevels.h"
#include "core/store/spanwriter.h"

#include <algorithm>
#include <set>
#include <utility>

namespace knobscope {

namespace {

constexpr int64_t kRowsPerTransaction = 50'000;
constexpr double kAbandonedSeconds = 6 * 3600; // no import takes that long: its program was killed

} // namespace

struct TraceImport::Writing {
    Writing(SQLite::Database& db, int64_t expected, const TraceProgress& listener, int64_t& row)
        : database(db)
        , everything(std::max<int64_t>(1, expected))
        , progress(listener)
        , trace(row)
    {
        begin();
    }

    void begin() { transaction.emplace(database, SQLite::TransactionBehavior::IMMEDIATE); }
    void commit()
    {
        transaction->commit();
        transaction.reset();
    }
    /// Commits now and then; returns false if the import was cancelled.
    bool count()
    {
        if (++rows % kRowsPerTransaction == 0) {
            commit();
            begin();
        }
        return !progress || rows % 4096 != 0 || progress(static_cast<double>(rows) / static_cast<double>(everything));
    }

    SQLite::Database& database;
    StringTable strings{database};
    SpanLevels levels{database};
    std::optional<SQLite::Transaction> transaction;
    int64_t everything; ///< expected number of rows
    const TraceProgress& progress;
    int64_t& trace;
    int64_t rows = 0;
    int finest = 0;
    int64_t tooDeep = 0; ///< omitted spans
    int64_t flows = 0;
    int64_t looseFlows = 0; ///< of which an end is on no span
};

TraceImport::TraceImport(Project& project, std::string path, int64_t mostBytes)
    : m_project(project)
    , m_path(std::move(path))
    , m_mostBytes(mostBytes)
{
}

void TraceImport::span(const TraceSpan& span)
{
    if (exceedsLimit()) {
        return;
    }
    m_lanes.resize(std::max<size_t>(m_lanes.size(), span.track + 1));
    Lane& lane = m_lanes[span.track];
    ++lane.spans;
    lane.first = std::min(lane.first, span.start);
    lane.last = std::max(lane.last, span.start + span.duration);
    m_spans.add(span);
}

void TraceImport::sample(uint32_t counter, int64_t time, double value)
{
    if (exceedsLimit()) {
        return;
    }
    m_samples.push_back({counter, time, value});
}

void TraceImport::flow(const TraceFlow& flow)
{
    if (!exceedsLimit()) {
        m_flows.push_back(flow);
    }
}

Result<ImportedTrace> TraceImport::write(const TraceSummary& summary, const TraceProgress& progress)
{
    if (exceedsLimit()) {
        return fail(ErrorCode::LimitExceeded,
                    "{} needs more than {} MiB of memory to be sorted by time, the limit of an import; open it in Perfetto "
                    "(ui.perfetto.dev)",
                    m_path, m_mostBytes >> 20);
    }
    int64_t trace = 0;
    auto written = [&]() -> Result<ImportedTrace> {
        try {
            Writing writing(m_project.database(), m_spans.count() + std::ssize(m_samples) + std::ssize(m_flows), progress, trace);
            auto all = writeAll(writing, summary);
            writing.commit();
            return all;
        } catch (const SQLite::Exception& e) {
            return fail(ErrorCode::Io, "{} cannot be written ({}); the trace was not imported", m_project.path(), e.what());
        }
    }();
    if (!written && trace > 0) { // parts of it are already committed
        (void)removeTrace(m_project, trace);
    }
    return written;
}

/// Writes the rows of the trace and of its tracks with spans; returns the number of tracks.
int64_t TraceImport::writeTracks(Writing& w, const TraceSummary& summary)
{
    Lane all;
    int64_t used = 0;
    for (const Lane& lane : m_lanes) {
        all.first = std::min(all.first, lane.first);
        all.last = std::max(all.last, lane.last);
        used += lane.spans > 0 ? 1 : 0;
    }
    w.finest = finestLevelFor(m_spans.count(), used, used > 0 ? all.last - all.first : 0);
    Query(w.database, "INSERT INTO trace (path, state, imported, finest, problems) VALUES (?, 'importing', ?, ?, '[]')", m_path,
          unixNow(), w.finest)
        .run();
    w.trace = w.database.getLastInsertRowid();
    Query track(w.database,
                "INSERT INTO track (trace, pid, tid, process, thread, first, last, spans) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        if (Lane& lane = m_lanes[i]; lane.spans > 0) {
            const TraceTrack& named = summary.tracks[i];
            track.run(w.trace, named.pid, named.tid, named.process, named.thread, lane.first, lane.last, lane.spans);
            lane.row = w.database.getLastInsertRowid();
        }
    }
    return used;
}

/// Returns false if cancelled.
bool TraceImport::writeSpans(Writing& w, FlowEnds& ends)
{
    Query insert(w.database,
                 "INSERT OR REPLACE INTO span (track, ts, depth, dur, run, name, category, function, file, line, args)"
                 " VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)");
    Query depth(w.database, "UPDATE track SET depths = ?, spans = ? WHERE id = ?");
    uint32_t current = UINT32_MAX;
    int64_t depths = 0;
    int64_t tooDeep = 0; // on the current track
    Nesting nesting;
    const auto endTrack = [&] {
        if (current != UINT32_MAX) {
            depth.run(depths, m_lanes[current].spans - tooDeep, m_lanes[current].row);
            w.levels.flush();
            w.tooDeep += std::exchange(tooDeep, 0);
        }
    };
    const bool isWhole = m_spans.sorted([&](const TraceSpan& span) {
        if (span.track != current) {
            endTrack();
            current = span.track;
            depths = 0;
            nesting = {};
        }
        const int64_t below = nesting.next(span.start, span.duration);
        if (below == Nesting::kMaxDepth) {
            ++tooDeep;
            return w.count();
        }
        depths = std::max(depths, below + 1);
        ends.span(current, span.start, span.duration, below);
        const int64_t name = w.strings.idOf(std::string(span.name));
        const int64_t category = w.strings.idOf(std::string(span.category));
        const int64_t function = w.strings.idOf(std::string(span.function));
        insert.run(m_lanes[current].row, span.start, below, span.duration, name, category, function,
                   w.strings.idOf(std::string(span.file)), span.line, std::string(span.args));
        w.levels.add(m_lanes[current].row, w.finest, below, span.start, span.duration, name);
        return w.count();
    });
    if (isWhole) {
        endTrack();
        ends.finish();
    }
    return isWhole;
}

/// Returns false if cancelled.
bool TraceImport::writeFlows(Writing& w, const FlowEnds& ends)
{
    if (m_flows.empty()) {
        return true;
    }
    createFlowTable(w.database);
    Query insert(w.database, "INSERT INTO flow (trace, from_track, from_ts, from_depth, to_track, to_ts, to_depth)"
                             " VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (size_t i = 0; i < m_flows.size(); ++i) {
        const FlowEnds::Place& from = ends.from(i);
        const FlowEnds::Place& to = ends.to(i);
        if (from.depth < 0 || to.depth < 0) {
            ++w.looseFlows;
            continue;
        }
        insert.run(w.trace, m_lanes[m_flows[i].fromTrack].row, from.time, from.depth, m_lanes[m_flows[i].toTrack].row, to.time,
                   to.depth);
        ++w.flows;
        if (!w.count()) {
            return false;
        }
    }
    return true;
}

/// Returns false if cancelled.
bool TraceImport::writeSamples(Writing& w, const TraceSummary& summary)
{
    std::vector<int64_t> counters(summary.counters.size());
    std::set<std::string> names;
    Query counter(w.database, "INSERT INTO counter (trace, name, unit) VALUES (?, ?, '')");
    for (size_t i = 0; i < counters.size(); ++i) {
        const bool isNew = names.insert(summary.counters[i]).second;
        counter.run(w.trace, isNew ? summary.counters[i] : fmt::format("{} #{}", summary.counters[i], i));
        counters[i] = w.database.getLastInsertRowid();
    }
    Query sample(w.database, "INSERT OR REPLACE INTO sample (counter, ts, value) VALUES (?, ?, ?)");
    std::ranges::stable_sort(m_samples, {}, [](const Sample& s) { return std::pair(s.counter, s.time); });
    return std::ranges::all_of(m_samples, [&](const Sample& s) {
        sample.run(counters[s.counter], s.time, s.value);
        return w.count();
    });
}

Result<ImportedTrace> TraceImport::writeAll(Writing& w, const TraceSummary& summary)
{
    const int64_t used = writeTracks(w, summary);
    FlowEnds ends(m_flows);
    if (!writeSpans(w, ends) || !writeFlows(w, ends) || !writeSamples(w, summary)) {
        return fail(ErrorCode::Timeout, "Importing {} was cancelled; none of it was kept", m_path);
    }
    ImportedTrace imported{.trace = w.trace,
                           .spans = m_spans.count() - w.tooDeep,
                           .tracks = used,
                           .samples = std::ssize(m_samples),
                           .flows = w.flows,
                           .isDamaged = summary.isDamaged,
                           .problems = summary.problems};
    if (w.looseFlows > 0) {
        imported.problems.push_back(
            phrase("{} (flow begins or ends|flows begin or end) on no span and (was|were) left out.", w.looseFlows));
    }
    if (w.tooDeep > 0) {
        imported.problems.push_back(
            phrase("{} (span is|spans are) inside {} others and (was|were) left out.", w.tooDeep, Nesting::kMaxDepth));
    }
    nlohmann::json problems = nlohmann::json::array();
    for (const Sentence& problem : imported.problems) {
        problems.push_back(sentenceToJson(problem));
    }
    Query(w.database, "UPDATE trace SET state = 'complete', problems = ? WHERE id = ?", jsonText(problems), w.trace).run();
    return imported;
}

Result<ImportedTrace> importTrace(const std::string& tracePath, const std::string& projectPath, const TraceProgress& progress,
                                  const TraceLimits& limits)
{
    auto project = TRY(Project::open(projectPath, Project::Mode::Create));
    // Reading takes about half as long as writing.
    const auto part = [&](double begin, double length) {
        return progress
                 ? TraceProgress([&progress, begin, length](double fraction) { return progress(begin + length * fraction); })
                 : TraceProgress();
    };
    TRY(removeTrace(project, 0));
    TraceImport import(project, tracePath, limits.sortBytes);
    const TraceProgress reading = part(0, 0.4);
    const auto summary = readTraceFile(
        tracePath, import, [&](double fraction) { return !import.exceedsLimit() && (!reading || reading(fraction)); }, limits);
    if (!summary && !import.exceedsLimit()) {
        return fail(summary);
    }
    auto imported = TRY(import.write(summary ? *summary : TraceSummary(), part(0.4, 0.6)));
    if (progress) {
        progress(1);
    }
    return imported;
}

Result<void> removeTrace(Project& project, int64_t trace)
{
    return guarded(project.path(), [&]() -> Result<void> {
        const QueryGuard::NoTimeoutScope unhurried(project.guard());
        SQLite::Database& database = project.database();
        const std::string rows = trace > 0 ? fmt::format("id = {}", trace)
                                           : fmt::format("state != 'complete' AND imported < {}", unixNow() - kAbandonedSeconds);
        const std::string which = "trace IN (SELECT id FROM trace WHERE " + rows + ")";
        const auto tracks = Query(database, "SELECT id FROM track WHERE " + which).numbers();
        // One transaction per track, so that other writers do not wait for all of them.
        for (const int64_t track : tracks) {
            SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
            for (const char* table : {"span WHERE track", "span_level WHERE track", "track WHERE id"}) {
                database.exec(fmt::format("DELETE FROM {} = {}", table, track));
            }
            transaction.commit();
        }
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        database.exec("DELETE FROM sample WHERE counter IN (SELECT id FROM counter WHERE " + which + ")");
        database.exec("DELETE FROM counter WHERE " + which);
        if (database.tableExists("flow")) {
            database.exec("DELETE FROM flow WHERE " + which);
        }
        database.exec("DELETE FROM trace WHERE " + rows);
        transaction.commit();
        return {};
    });
}

} // namespace knobscope

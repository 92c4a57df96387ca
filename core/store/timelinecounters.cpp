// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readjson.h"
#include "core/base/sentencejson.h"
#include "core/store/nesting.h"
#include "core/store/spanlevels.h"
#include "core/store/timelinerows.h"

#include <algorithm>
#include <utility>

namespace knobscope {

namespace {

/// Adds the next point in order of time; of those in one pixel, the largest stays.
void addThinned(std::vector<CounterPoint>& points, const PixelScale& pixels, CounterPoint point)
{
    if (points.empty() || pixels.of(points.back().time) != pixels.of(point.time)) {
        points.push_back(point);
    } else if (point.value > points.back().value) {
        points.back() = point;
    }
}

/// Whether a track is shown with a run. Searches only the time of the run: a track may hold many spans of other runs.
bool belongsTo(Project& project, const TrackRow& track, const RunRow& run)
{
    constexpr int64_t margin = 1'000'000'000; // nanoseconds: a program starts before its run
    constexpr int64_t forever = int64_t{1} << 62;
    const int64_t from = nanosecondsOf(run.started) - margin;
    const int64_t to = run.ended > run.started ? nanosecondsOf(run.ended) + margin : forever;
    Query first(project.database(), "SELECT run FROM span WHERE track = ? ORDER BY ts LIMIT 1", track.id);
    if (int64_t of = 0; first.next(of) && (of == 0 || of == run.id)) {
        return true;
    }
    Query own(project.database(), "SELECT 1 FROM span WHERE track = ? AND ts >= ? AND ts <= ? AND run = ? LIMIT 1", track.id,
              from, to, run.id);
    return track.last >= from && track.first <= to && own.next();
}

} // namespace

Result<std::vector<TrackRow>> timelineTracks(Project& project, int64_t trace, int64_t run)
{
    if (run > 0) {
        const auto row = TRY(project.run(run));
        auto tracks = TRY(timelineTracks(project, trace));
        return guarded(project.path(), [&]() -> Result<std::vector<TrackRow>> {
            std::erase_if(tracks, [&](const TrackRow& track) { return !belongsTo(project, track, row); });
            return std::move(tracks);
        });
    }
    return guarded(project.path(), [&]() -> Result<std::vector<TrackRow>> {
        Query q(project.database(),
                "SELECT track.id, track.trace, pid, tid, process, thread, depths, first, last, spans,"
                " coalesce((SELECT finest FROM trace WHERE trace.id = track.trace), 8) FROM track"
                " WHERE track.trace = ? AND spans > 0"
                " AND (track.trace = 0 OR track.trace IN (SELECT id FROM trace WHERE state = 'complete'))"
                " ORDER BY process, pid, first, track.id",
                trace);
        auto rows = q.all(&TrackRow::id, &TrackRow::trace, &TrackRow::pid, &TrackRow::tid, &TrackRow::process, &TrackRow::thread,
                          &TrackRow::depths, &TrackRow::first, &TrackRow::last, &TrackRow::spans, &TrackRow::finest);
        for (TrackRow& row : rows) {
            row.depths = std::clamp(row.depths, int64_t{0}, Nesting::kMaxDepth);
            row.first = timelineTime(row.first);
            row.last = timelineTime(row.last);
            row.finest = std::clamp(row.finest, 0, kCoarsestLevel);
        }
        return rows;
    });
}

Result<std::vector<TraceRow>> timelineTraces(Project& project)
{
    return guarded(project.path(), [&]() -> Result<std::vector<TraceRow>> {
        std::vector<TraceRow> rows;
        Query q(project.database(), "SELECT id, path, problems FROM trace WHERE state = 'complete' ORDER BY id");
        int64_t id = 0;
        for (std::string path, text; q.next(id, path, text);) {
            TraceRow row{id, path, {}};
            const auto problems = jsonOrNull(text);
            for (const auto& problem : problems.is_array() ? problems : nlohmann::json::array()) {
                row.problems.push_back(sentenceFromJson(problem).value_or(Sentence()));
            }
            rows.push_back(std::move(row));
        }
        return rows;
    });
}

Result<std::vector<CounterRow>> timelineCounters(Project& project, int64_t trace)
{
    return guarded(project.path(), [&]() -> Result<std::vector<CounterRow>> {
        Query q(project.database(), "SELECT id, name, unit FROM counter WHERE trace = ? ORDER BY id", trace);
        auto rows = q.all(&CounterRow::id, &CounterRow::name, &CounterRow::unit);
        if (trace == 0) {
            rows.insert(rows.begin(), CounterRow{0, "GFLOPS", "GFLOPS"});
        }
        return rows;
    });
}

Result<std::vector<CounterPoint>> counterWindow(Project& project, int64_t counter, int64_t from, int64_t to, int pixels)
{
    return guarded(project.path(), [&]() -> Result<std::vector<CounterPoint>> {
        const PixelScale scale(from, to, pixels);
        std::vector<CounterPoint> thinned;
        CounterPoint point;
        Query before(project.database(), "SELECT ts, value FROM sample WHERE counter = ? AND ts < ? ORDER BY ts DESC LIMIT 1",
                     counter, from);
        if (before.next(point.time, point.value)) {
            addThinned(thinned, scale, {timelineTime(point.time), point.value});
        }
        Query q(project.database(), "SELECT ts, value FROM sample WHERE counter = ? AND ts >= ? AND ts < ? ORDER BY ts", counter,
                from, to);
        while (q.next(point.time, point.value)) {
            addThinned(thinned, scale, {timelineTime(point.time), point.value});
        }
        return thinned;
    });
}

Result<std::vector<CounterPoint>> GflopsCounter::window(Project& project, int64_t from, int64_t to, int pixels,
                                                        const MatchingTrials* matching, int64_t run)
{
    return guarded(project.path(), [&]() -> Result<std::vector<CounterPoint>> {
        Query runs(project.database(), "SELECT id, state FROM run WHERE ?1 = 0 OR id = ?1 ORDER BY id", run);
        std::vector<CounterPoint> inside;
        int64_t id = 0;
        for (std::string state; runs.next(id, state);) {
            auto& [stateThen, known] = m_runs[id];
            if (!stateThen.empty() && stateThen != state) {
                m_trials->forget(id); // trials may be corrected when a run ends
            }
            stateThen = state;
            known = TRY(m_trials->read(project, id));
            for (const TrialPoint& trial : known) {
                const CounterPoint point{nanosecondsOf(trial.timestamp), trial.gflops};
                if (point.time >= from && point.time < to && isMatching(matching, id, trial.number, point.time)) {
                    inside.push_back(point);
                }
            }
        }
        std::ranges::sort(inside, {}, &CounterPoint::time);
        const PixelScale scale(from, to, pixels);
        std::vector<CounterPoint> thinned;
        for (const CounterPoint& point : inside) {
            addThinned(thinned, scale, point);
        }
        return thinned;
    });
}

Result<std::optional<std::pair<int64_t, int64_t>>> extentOfRun(Project& project, int64_t run)
{
    return guarded(project.path(), [&]() -> Result<std::optional<std::pair<int64_t, int64_t>>> {
        // Trials overlap slightly: the first trial's spans may not be the first.
        Query q(project.database(),
                "SELECT (SELECT min(ts) FROM span WHERE run = ?1 AND trial > 0 AND trial <= 64),"
                " (SELECT max(ts + dur) FROM span WHERE run = ?1 AND trial > 0"
                " AND trial > (SELECT max(trial) FROM span WHERE run = ?1 AND trial > 0) - 64)",
                run);
        if (!q.next() || q.isNull(0)) {
            return std::nullopt;
        }
        return std::pair(timelineTime(q.integer(0)), timelineTime(q.integer(1)));
    });
}

} // namespace knobscope

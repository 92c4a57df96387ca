// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/spanlevels.h"
#include "core/store/timelinerows.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace knobscope {

namespace {

const std::string kDetailQuery =
    "SELECT span.track, ts, dur, depth, run, name, trial, n.text, c.text, f.text, p.text, line, pid, tid, process, thread, args, "
    "trace"
    " FROM span JOIN string n ON n.id = name JOIN string c ON c.id = category JOIN string f ON f.id = function"
    " JOIN string p ON p.id = file JOIN track ON track.id = span.track ";

std::optional<SpanDetail> nextDetail(Query& q)
{
    SpanDetail d;
    Span& span = d.span;
    int64_t duration = 0;
    std::string args;
    if (!q.next(d.track, d.begin, duration, d.depth, d.run, d.nameId, d.trial, span.name, span.category, span.function, span.file,
                span.line, span.pid, span.tid, span.process, span.thread, args, d.trace)) {
        return std::nullopt;
    }
    d.begin = timelineTime(d.begin);
    d.end = d.begin + timelineDuration(duration);
    span.start = static_cast<double>(d.begin) * 1e-9;
    span.seconds = static_cast<double>(d.end - d.begin) * 1e-9;
    span.args = jsonOrNull(args);
    return d;
}

/// LIKE pattern with escaped wildcards.
std::string likePattern(const std::string& text)
{
    std::string pattern = "%";
    for (const char c : text) {
        pattern += c == '%' || c == '_' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return pattern + "%";
}

/// Comma-separated ids of the names that contain a text.
std::string namesWith(Project& project, const std::string& text)
{
    Query named(project.database(), "SELECT id FROM string WHERE text LIKE ? ESCAPE '\\'", likePattern(text));
    return text.empty() ? std::string() : fmt::format("{}", fmt::join(named.numbers(), ", "));
}

/// Sort key of a search, and the parameters of a position in it.
constexpr const char* kMatchOrder = "(ts, span.track, depth, dur, name)";
constexpr const char* kMatchPlace = "(?2, ?3, ?4, ?5, ?6)";
void startOn(Query& q, const TrackRow& track, const SpanDetail& place)
{
    q.restart(track.id, place.begin, place.track, place.depth, place.end - place.begin, place.nameId);
}

} // namespace

Result<SpanSource> projectSpans(Project& project, int64_t run, int64_t trace)
{
    return guarded(project.path(), [&]() -> Result<SpanSource> {
        auto q = std::make_shared<Query>(
            project.database(), kDetailQuery + "WHERE (?1 = 0 OR run = ?1) AND track.trace = ?2 ORDER BY ts", run, trace);
        return SpanSource([q, path = project.path()] {
            return guarded(path, [&]() -> Result<std::optional<Span>> {
                auto detail = nextDetail(*q);
                return detail ? std::optional(std::move(detail->span)) : std::nullopt;
            });
        });
    });
}

Result<std::optional<SpanDetail>> spanAt(Project& project, const TrackRow& track, int64_t depth, int64_t time, int64_t reach)
{
    return guarded(project.path(), [&]() -> Result<std::optional<SpanDetail>> {
        SpanScan scan(project);
        std::optional<RawSpan> nearest;
        const auto distance = [&](const RawSpan& s) {
            return time < s.begin ? s.begin - time : time >= s.end ? time - s.end : int64_t{-1};
        };
        scan.each(track, time - reach, time + reach + 1, depth + 1, [&](const RawSpan& s) {
            if (s.depth == depth && (!nearest || distance(s) < distance(*nearest))) {
                nearest = s;
            }
            return true;
        });
        if (!nearest) {
            return std::nullopt;
        }
        Query q(project.database(), kDetailQuery + "WHERE span.track = ? AND ts = ? AND depth = ? AND dur = ? AND name = ?",
                track.id, nearest->begin, nearest->depth, nearest->end - nearest->begin, nearest->name);
        return nextDetail(q);
    });
}

Result<std::optional<SpanDetail>> neighbourOf(Project& project, const SpanDetail& span, bool forward)
{
    return guarded(project.path(), [&]() -> Result<std::optional<SpanDetail>> {
        Query q(project.database(),
                kDetailQuery + "WHERE span.track = ?1 AND depth = ?3 AND "
                    + (forward ? "(ts > ?2 OR (ts = ?2 AND dur > ?4)) AND ts >= ?2 ORDER BY ts LIMIT 1"
                               : "(ts < ?2 OR (ts = ?2 AND dur < ?4)) AND ts <= ?2 ORDER BY ts DESC LIMIT 1"),
                span.track, span.begin, span.depth, span.end - span.begin);
        return nextDetail(q);
    });
}

Result<std::optional<SpanDetail>> findSpan(Project& project, const std::vector<TrackRow>& tracks, const std::string& text,
                                           const SpanDetail& from, bool forward, const std::atomic<bool>* stop)
{
    return guarded(project.path(), [&]() -> Result<std::optional<SpanDetail>> {
        const std::string names = namesWith(project, text);
        if (names.empty()) {
            return std::nullopt;
        }
        const std::string beyond = forward ? ">" : "<";
        const std::string down = forward ? "" : " DESC";
        // "+name" disables the index on names, so that the search runs in time order.
        Query q(project.database(), kDetailQuery + "WHERE span.track = ?1 AND ts " + beyond + "= ?2 AND " + kMatchOrder + beyond
                                        + kMatchPlace + " AND +name IN (" + names + ") ORDER BY ts" + down + ", depth" + down
                                        + ", dur" + down + ", name" + down + " LIMIT 1");
        std::optional<SpanDetail> best;
        for (const TrackRow& track : tracks) {
            if (stop && *stop) {
                break;
            }
            const bool isBehind = best && (forward ? track.first > best->begin : track.last < best->begin);
            if (isBehind || (forward ? track.last < from.begin : track.first > from.begin)) {
                continue;
            }
            startOn(q, track, from);
            auto found = nextDetail(q);
            const auto order = [](const SpanDetail& span) { return std::pair(span.begin, span.track); };
            if (found && (!best || (forward ? order(*found) < order(*best) : order(*found) > order(*best)))) {
                best = std::move(found);
            }
        }
        return best;
    });
}

Result<MatchPlace> placeOfMatch(Project& project, const std::vector<TrackRow>& tracks, const std::string& text,
                                const SpanDetail& span, const std::atomic<bool>* stop)
{
    return guarded(project.path(), [&]() -> Result<MatchPlace> {
        MatchPlace found;
        const std::string names = namesWith(project, text);
        Query q(project.database(), std::string("SELECT ") + kMatchOrder + "<=" + kMatchPlace
                                        + " FROM span WHERE track = ?1 AND +name IN (" + names + ")");
        for (const TrackRow& track : tracks) {
            startOn(q, track, span);
            for (int64_t isBefore = 0; q.next(isBefore);) {
                if (stop && *stop) {
                    return fail(ErrorCode::Timeout, "Counting the spans was cancelled");
                }
                found.place += isBefore;
                ++found.all;
            }
        }
        return found;
    });
}

Result<std::vector<SpanDetail>> spansOfTrial(Project& project, int64_t run, int64_t trial)
{
    return guarded(project.path(), [&]() -> Result<std::vector<SpanDetail>> {
        std::vector<SpanDetail> spans;
        Query q(project.database(), kDetailQuery + "WHERE run = ?1 AND trial = ?2 AND trial > 0 ORDER BY ts, depth", run, trial);
        while (auto span = nextDetail(q)) {
            spans.push_back(std::move(*span));
        }
        return spans;
    });
}

std::vector<FlowEdge> flowOf(const std::vector<SpanDetail>& spans)
{
    std::vector<FlowEdge> edges;
    // Edge from the last span that ended on the trial's current track to the outermost span of the next track.
    const SpanDetail* last = nullptr;
    for (const SpanDetail& span : spans) {
        if (last && span.track != last->track) {
            edges.push_back({last->track, std::min(last->end, span.begin), span.track, span.begin, static_cast<int>(last->depth),
                             static_cast<int>(span.depth)});
            last = &span;
        } else if (!last || span.end >= last->end) {
            last = &span;
        }
    }
    return edges;
}

Result<std::vector<FlowEdge>> traceFlows(Project& project, int64_t trace, const std::optional<SpanDetail>& span, int most)
{
    return guarded(project.path(), [&]() -> Result<std::vector<FlowEdge>> {
        if (!project.database().tableExists("flow")) {
            return std::vector<FlowEdge>();
        }
        const std::string columns = "SELECT from_track, from_ts, to_track, to_ts, from_depth, to_depth FROM flow WHERE ";
        const auto edges = [&](Query& q) {
            auto rows = q.all(&FlowEdge::fromTrack, &FlowEdge::fromTime, &FlowEdge::toTrack, &FlowEdge::toTime,
                              &FlowEdge::fromDepth, &FlowEdge::toDepth);
            for (FlowEdge& edge : rows) {
                edge.fromTime = timelineTime(edge.fromTime);
                edge.toTime = timelineTime(edge.toTime);
            }
            return rows;
        };
        if (!span) {
            Query q(project.database(), columns + "trace = ? ORDER BY from_ts LIMIT ?", trace, most);
            return edges(q);
        }
        Query q(project.database(),
                columns
                    + "(from_track = ?1 AND from_ts BETWEEN ?2 AND ?3 AND from_depth = ?4)"
                      " OR (to_track = ?1 AND to_ts BETWEEN ?2 AND ?3 AND to_depth = ?4) ORDER BY from_ts LIMIT ?5",
                span->track, span->begin, span->end, span->depth, most);
        return edges(q);
    });
}

Result<std::map<int64_t, std::string>> timelineNames(Project& project, const std::vector<int64_t>& ids)
{
    return guarded(project.path(), [&]() -> Result<std::map<int64_t, std::string>> {
        std::map<int64_t, std::string> names;
        Query q(project.database(), "SELECT text FROM string WHERE id = ?");
        for (const int64_t id : ids) {
            q.restart(id);
            if (q.next()) {
                names[id] = q.text(0);
            }
        }
        return names;
    });
}

} // namespace knobscope

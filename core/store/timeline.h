// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/matchingtrials.h"
#include "core/store/project.h"
#include "core/trace/chrometrace.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>

// What the timeline asks of a project. Each is a free function on an open project, to be called in the thread of its connection.
// Files of an earlier version, which have no levels, are read span by span.

namespace knobscope {

/// A lane: a thread of a process, of this project's own runs (trace 0) or of an imported trace.
struct TrackRow {
    int64_t id = 0;
    int64_t trace = 0;
    int64_t pid = 0;
    int64_t tid = 0;
    std::string process;
    std::string thread;
    int64_t depths = 1; ///< spans lie in each other up to so many levels
    int64_t first = 0;  ///< nanoseconds; of the first span's start and the last one's end
    int64_t last = 0;
    int64_t spans = 0;
    int finest = 0;     ///< the finest level kept; 0: there are none
};
/// `run`: only lanes with spans of that run, and those that begin with spans of none; 0: of all.
Result<std::vector<TrackRow>> timelineTracks(Project& project, int64_t trace, int64_t run = 0);

/// From its begin to its end, nanoseconds.
using Interval = std::pair<int64_t, int64_t>;
/// Stretches in the order of time in which no lane has a span, each longer than a second and than a fiftieth of what is left of
/// all when they are taken out: those worth leaving out of a picture.
Result<std::vector<Interval>> timelinePauses(Project& project, const std::vector<TrackRow>& tracks,
                                             const std::atomic<bool>* stop = nullptr);

/// A trace that was imported.
struct TraceRow {
    int64_t id = 0;
    std::string path;
    std::vector<Sentence> problems;
};
Result<std::vector<TraceRow>> timelineTraces(Project& project);

/// One span, or several of one depth that a pixel cannot tell apart.
struct SpanBlock {
    int64_t begin = 0; ///< nanoseconds
    int64_t end = 0;
    int64_t busy = 0;  ///< the sum of their durations
    int64_t count = 1;
    int64_t name = 0;  ///< of the longest, as a number of timelineNames()
    int64_t longest = 0;
    int64_t run = 0;   ///< of a single one
    int64_t trial = 0;
    int depth = 0;
};
struct TrackBlocks {
    int64_t track = 0;
    std::vector<SpanBlock> blocks; ///< by depth, then begin
};
struct SpanWindow {
    std::vector<TrackRow> tracks;
    int64_t from = 0; ///< nanoseconds
    int64_t to = 0;
    int pixels = 1;
    int maxDepths = 64; ///< deeper spans are left out
    /// Only spans of these trials, read one by one: not for the millions of an imported trace. Null: all.
    const MatchingTrials* matching = nullptr;
};
/// At most one block begins in each pixel of each track and depth; those that begin before the window and reach into it are given
/// too. From spans where they are few, from levels where they are many. Stops early, with what it has, when `stop` becomes true.
Result<std::vector<TrackBlocks>> timelineWindow(Project& project, const SpanWindow& window,
                                                const std::atomic<bool>* stop = nullptr);

/// All of one span.
struct SpanDetail {
    int64_t track = 0;
    int64_t begin = 0;
    int64_t end = 0;
    int64_t depth = 0;
    int64_t run = 0;
    int64_t trial = 0;
    int64_t nameId = 0;
    Span span;
};
/// The span of a track and depth that is nearest to `time`, at most `reach` nanoseconds from it; nullopt: there is none.
Result<std::optional<SpanDetail>> spanAt(Project& project, const TrackRow& track, int64_t depth, int64_t time, int64_t reach);
/// The next (or, when not `forward`, the previous) span of its track and depth.
Result<std::optional<SpanDetail>> neighbourOf(Project& project, const SpanDetail& span, bool forward);
/// The first span after (or before) a span, or what has a time alone, whose name contains `text`, whatever its case, on any of
/// the tracks: in the order of time, then of tracks, so that all are come to.
Result<std::optional<SpanDetail>> findSpan(Project& project, const std::vector<TrackRow>& tracks, const std::string& text,
                                           const SpanDetail& from, bool forward, const std::atomic<bool>* stop = nullptr);
/// How many spans findSpan() comes to, and which of them `span` is, from 1 on.
struct MatchPlace {
    int64_t place = 0;
    int64_t all = 0;
};
Result<MatchPlace> placeOfMatch(Project& project, const std::vector<TrackRow>& tracks, const std::string& text,
                                const SpanDetail& span, const std::atomic<bool>* stop = nullptr);
/// Spans of a run (0: of all), or with run 0 of an imported trace, by start; the source must not outlive the project.
Result<SpanSource> projectSpans(Project& project, int64_t run, int64_t trace = 0);
/// The spans of a trial in the order of time: propose, build, run, learn.
Result<std::vector<SpanDetail>> spansOfTrial(Project& project, int64_t run, int64_t trial);
/// From the end of a span to the begin of the next stage, on another track.
struct FlowEdge {
    int64_t fromTrack = 0;
    int64_t fromTime = 0;
    int64_t toTrack = 0;
    int64_t toTime = 0;
    int fromDepth = 0;
    int toDepth = 0;
};
std::vector<FlowEdge> flowOf(const std::vector<SpanDetail>& spansOfOneTrial);

/// Texts of the numbers.
Result<std::map<int64_t, std::string>> timelineNames(Project& project, const std::vector<int64_t>& ids);

struct NameStatistics {
    std::string name;
    int64_t count = 0;
    double total = 0; ///< seconds
    double mean = 0;
    double p95 = 0; ///< nearest rank
    double longest = 0;
};
/// Of the spans that overlap [from, to), whole durations, by total. `run`: of one run; 0: all. `matching`: of these
/// trials; null: all. Reads every span of the range: to be called in a thread of its own.
Result<std::vector<NameStatistics>> rangeStatistics(Project& project, const std::vector<TrackRow>& tracks, int64_t from,
                                                    int64_t to, int64_t run = 0, const std::atomic<bool>* stop = nullptr,
                                                    const MatchingTrials* matching = nullptr);

/// A value over time.
struct CounterRow {
    int64_t id = 0; ///< 0: GFLOPS of trials, which are no samples
    std::string name;
    std::string unit;
};
struct CounterPoint {
    int64_t time = 0;
    double value = 0;
};
Result<std::vector<CounterRow>> timelineCounters(Project& project, int64_t trace);
/// The largest value of each pixel that has a sample, and the one before the window, which holds there still.
Result<std::vector<CounterPoint>> counterWindow(Project& project, int64_t counter, int64_t from, int64_t to, int pixels);

/// When the trials of a run were measured, thinned to the best of each pixel. Remembers what it has read: make one for each
/// connection, and ask it for growing runs.
class GflopsCounter
{
public:
    /// `matching`: of these trials; null: all. `run`: of one run; 0: of all.
    Result<std::vector<CounterPoint>> window(Project& project, int64_t from, int64_t to, int pixels,
                                             const MatchingTrials* matching = nullptr, int64_t run = 0);

private:
    struct Known {
        std::string state; ///< of the run
        std::vector<TrialPoint> trials;
    };
    std::map<int64_t, Known> m_runs;
};

/// The time that a run's spans take; nullopt when it has none.
Result<std::optional<std::pair<int64_t, int64_t>>> extentOfRun(Project& project, int64_t run);

} // namespace knobscope

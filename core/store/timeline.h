// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/matchingtrials.h"
#include "core/store/project.h"
#include "core/store/runtrials.h"
#include "core/trace/chrometrace.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

// Timeline queries: free functions on an open project, called in the thread of its connection.

namespace knobscope {

/// A track: one thread of a process, of this project's own runs (trace 0) or of an imported trace.
struct TrackRow {
    int64_t id = 0;
    int64_t trace = 0;
    int64_t pid = 0;
    int64_t tid = 0;
    std::string process;
    std::string thread;
    int64_t depths = 1; ///< maximum nesting of its spans
    int64_t first = 0;  ///< nanoseconds; start of the first span, and end of the last in `last`
    int64_t last = 0;
    int64_t spans = 0;
    int finest = 0;     ///< finest stored level; 0: no levels
};
/// `run`: only tracks with spans of that run, and those that begin with spans of no run; 0: all tracks.
Result<std::vector<TrackRow>> timelineTracks(Project& project, int64_t trace, int64_t run = 0);

/// Begin and end in nanoseconds.
using Interval = std::pair<int64_t, int64_t>;
/// Intervals, in time order, in which no track has a span, each longer than a second and than 1/50 of the time that remains
/// without them: worth cutting out of a plot.
Result<std::vector<Interval>> timelinePauses(Project& project, const std::vector<TrackRow>& tracks,
                                             const std::atomic<bool>* stop = nullptr);

/// An imported trace.
struct TraceRow {
    int64_t id = 0;
    std::string path;
    std::vector<Sentence> problems;
};
Result<std::vector<TraceRow>> timelineTraces(Project& project);

/// One span, or several of the same depth within one pixel.
struct SpanBlock {
    int64_t begin = 0; ///< nanoseconds
    int64_t end = 0;
    int64_t busy = 0;  ///< sum of the durations
    int64_t count = 1;
    int64_t name = 0;  ///< name id (see timelineNames()) of the longest span
    int64_t longest = 0;
    int64_t run = 0;   ///< if it is a single span
    int64_t trial = 0;
    int depth = 0;
};
struct TrackBlocks {
    int64_t track = 0;
    std::vector<SpanBlock> blocks; ///< sorted by depth, then begin
};
struct SpanWindow {
    std::vector<TrackRow> tracks;
    int64_t from = 0; ///< nanoseconds
    int64_t to = 0;
    int pixels = 1;
    int maxDepths = 64; ///< omits deeper spans
    /// Only spans of these trials, read one by one (too slow for the millions of an imported trace). Null: all.
    const MatchingTrials* matching = nullptr;
};
/// Returns at most one block beginning in each pixel per track and depth, plus blocks that begin before the window and reach into
/// it. Reads spans if they are few, otherwise levels. Stops early, with a partial result, when `stop` becomes true.
Result<std::vector<TrackBlocks>> timelineWindow(Project& project, const SpanWindow& window,
                                                const std::atomic<bool>* stop = nullptr);

/// Details of one span.
struct SpanDetail {
    int64_t track = 0;
    int64_t begin = 0;
    int64_t end = 0;
    int64_t depth = 0;
    int64_t run = 0;
    int64_t trial = 0;
    int64_t nameId = 0;
    Span span;
    int64_t trace = 0; ///< as of its track
};
/// The span of a track and depth nearest to `time`, at most `reach` nanoseconds away; nullopt if there is none.
Result<std::optional<SpanDetail>> spanAt(Project& project, const TrackRow& track, int64_t depth, int64_t time, int64_t reach);
/// The next (`forward`) or previous span of the same track and depth.
Result<std::optional<SpanDetail>> neighbourOf(Project& project, const SpanDetail& span, bool forward);
/// The first span after (or before) `from`, which may have only a time, whose name contains `text` (case-insensitive), on any of
/// the tracks. Searches in order of time, then track, so that repeated searches reach all matches.
Result<std::optional<SpanDetail>> findSpan(Project& project, const std::vector<TrackRow>& tracks, const std::string& text,
                                           const SpanDetail& from, bool forward, const std::atomic<bool>* stop = nullptr);
/// Number of spans that findSpan() finds, and the position of `span` among them, from 1.
struct MatchPlace {
    int64_t place = 0;
    int64_t all = 0;
};
Result<MatchPlace> placeOfMatch(Project& project, const std::vector<TrackRow>& tracks, const std::string& text,
                                const SpanDetail& span, const std::atomic<bool>* stop = nullptr);
/// Spans of a run (0: all runs) or, with run 0, of an imported trace, sorted by start; the project must outlive the source.
Result<SpanSource> projectSpans(Project& project, int64_t run, int64_t trace = 0);
/// Spans of a trial in time order: propose, build, run, learn.
Result<std::vector<SpanDetail>> spansOfTrial(Project& project, int64_t run, int64_t trial);
/// Edge from the end of a span to the beginning of the next stage on another track.
struct FlowEdge {
    int64_t fromTrack = 0;
    int64_t fromTime = 0;
    int64_t toTrack = 0;
    int64_t toTime = 0;
    int fromDepth = 0;
    int toDepth = 0;
};
std::vector<FlowEdge> flowOf(const std::vector<SpanDetail>& spansOfOneTrial);
/// Flows of an imported trace in order of time, at most `most`: all, or those that begin or end on `span`.
Result<std::vector<FlowEdge>> traceFlows(Project& project, int64_t trace, const std::optional<SpanDetail>& span, int most);

/// Texts of these name ids.
Result<std::map<int64_t, std::string>> timelineNames(Project& project, const std::vector<int64_t>& ids);

struct NameStatistics {
    std::string name;
    int64_t count = 0;
    double total = 0; ///< seconds within the range; the others are of whole spans
    double mean = 0;
    double p95 = 0; ///< nearest-rank percentile
    double longest = 0;
};
/// Statistics by name of the spans that overlap [from, to), sorted by total. `run`: one run; 0: all.
/// `matching`: only these trials; null: all. Reads every span of the range: call it in a background thread.
Result<std::vector<NameStatistics>> rangeStatistics(Project& project, const std::vector<TrackRow>& tracks, int64_t from,
                                                    int64_t to, int64_t run = 0, const std::atomic<bool>* stop = nullptr,
                                                    const MatchingTrials* matching = nullptr);

/// A value over time.
struct CounterRow {
    int64_t id = 0; ///< 0: GFLOPS of trials, which are not samples
    std::string name;
    std::string unit;
};
struct CounterPoint {
    int64_t time = 0;
    double value = 0;
};
Result<std::vector<CounterRow>> timelineCounters(Project& project, int64_t trace);
/// The largest value of each pixel with a sample, and the last one before the window, which is still valid at its start.
Result<std::vector<CounterPoint>> counterWindow(Project& project, int64_t counter, int64_t from, int64_t to, int pixels);

/// GFLOPS of a run's trials over time, thinned to the best of each pixel. Keeps what it has read: use one per connection, also
/// for growing runs.
class GflopsCounter
{
public:
    /// `trials` are those of the project, shared with others.
    explicit GflopsCounter(std::shared_ptr<RunTrials> trials = std::make_shared<RunTrials>())
        : m_trials(std::move(trials))
    {
    }

    /// `matching`: only these trials; null: all. `run`: one run; 0: all.
    Result<std::vector<CounterPoint>> window(Project& project, int64_t from, int64_t to, int pixels,
                                             const MatchingTrials* matching = nullptr, int64_t run = 0);

private:
    struct Known {
        std::string state; ///< run state
        SharedTrials trials; ///< kept, so that the next picture needs no more than those that are new
    };
    std::shared_ptr<RunTrials> m_trials;
    std::map<int64_t, Known> m_runs;
};

/// Time range of a run's spans; nullopt if it has none.
Result<std::optional<std::pair<int64_t, int64_t>>> extentOfRun(Project& project, int64_t run);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trace/tracesink.h"

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <vector>

namespace knobscope {

/// A thread of a trace.
struct TraceTrack {
    int64_t pid = 0;
    int64_t tid = 0;
    std::string process; ///< "process 17" if the file has no name
    std::string thread;
};

/// Summary of a trace, with its problems.
struct TraceSummary {
    std::vector<TraceTrack> tracks;
    std::vector<std::string> counters;
    int64_t spans = 0;
    int64_t samples = 0;
    int64_t flows = 0;
    bool isDamaged = false; ///< not the end, but a part in the middle cannot be read; what follows it is missing
    std::vector<Sentence> problems; ///< one per kind of problem; empty for a valid file
};

/// Limits of a trace. Memory is bounded anyway; time and disk space grow with the text, and a small file may unpack to any size.
struct TraceLimits {
    int64_t textBytes = int64_t{8} << 30; ///< unpacked
    int64_t valueBytes = int64_t{8} << 20; ///< of one text or number, or of the text between two of them
    int64_t sortBytes = int64_t{1} << 30; ///< of an import's spans while they are sorted
};

/// Receives the progress, 0 to 1; returns false to cancel.
using TraceProgress = std::function<bool(double fraction)>;

/// Reads Chrome's trace event format as written by Chrome, VizTracer and Perfetto's JSON export: an array, or an object with
/// "traceEvents"; "X", "B"/"E", "i", "C", "M", asynchronous ("b", "n", "e", and the older "S", "T", "p", "F") and flow events
/// ("s", "t", "f"). Plain or gzip. Times are exact to the nanosecond. Accepts NaN and Infinity as numbers, which are kept as
/// texts, and commas too many. Memory does not grow with the number of events, except for flows (32 bytes for each of their
/// events). Repairs errors in single events and lists them in `problems`; rejects other JSON, a file without events, and one
/// beyond the limits. A truncated file gives the events before the end.
///
/// Spans of asynchronous events stand on tracks of their own, those that overlap on different ones.
Result<TraceSummary> readTraceFile(const std::string& path, TraceSink& sink, const TraceProgress& progress = {},
                                   const TraceLimits& limits = {});
/// Same for a stream; messages contain `name`.
Result<TraceSummary> readTrace(std::istream& in, const std::string& name, TraceSink& sink,
                               const std::function<bool()>& mayContinue = {}, const TraceLimits& limits = {});

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"
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
    std::string process; ///< "process 17" when the file has no name
    std::string thread;
};

/// What a trace held, and what was wrong with it.
struct TraceSummary {
    std::vector<TraceTrack> tracks;
    std::vector<std::string> counters;
    int64_t spans = 0;
    int64_t samples = 0;
    std::vector<Sentence> problems; ///< a kind of trouble each; empty for a sound file
};

/// What a trace may be at most. Memory is bounded anyway; time and disk grow with the text, and a small compressed file may
/// unpack to any length.
struct TraceLimits {
    int64_t textBytes = int64_t{8} << 30;  ///< unpacked
    int64_t valueBytes = int64_t{8} << 20; ///< of one text or number, or of what stands between two of them
};

/// Hears how far reading is, 0 to 1; false ends it.
using TraceProgress = std::function<bool(double fraction)>;

/// Reads Chrome's trace event format as Chrome, VizTracer and Perfetto's JSON export write it: an array, or an object with
/// "traceEvents"; "X", "B"/"E", "i", "C" and "M" events. Plain or gzip. Memory does not grow with the number of events. What is
/// wrong with single events is repaired and told in `problems`; other JSON, a file without any event, and one beyond the limits,
/// is refused. A file that ends in the middle gives what came before.
Result<TraceSummary> readTraceFile(const std::string& path, TraceSink& sink, const TraceProgress& progress = {},
                                   const TraceLimits& limits = {});
/// The same from a stream; `name` is used in sentences.
Result<TraceSummary> readTrace(std::istream& in, const std::string& name, TraceSink& sink, const std::function<bool()>& goOn = {},
                               const TraceLimits& limits = {});

} // namespace knobscope

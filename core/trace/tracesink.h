// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace knobscope {

/// A span of a trace file. Times in nanoseconds of the file's own clock; the texts are valid only during the call.
struct TraceSpan {
    uint32_t track = 0; ///< index into TraceSummary::tracks
    int64_t start = 0;
    int64_t duration = 0;
    std::string_view name;
    std::string_view category;
    std::string_view function; ///< name of the function
    std::string_view file;     ///< its source file; empty if unknown
    int line = 0;
    std::string_view args; ///< a JSON object
};

/// A flow of a trace file: an arrow between two places, each on a span of its track.
struct TraceFlow {
    uint32_t fromTrack = 0; ///< index into TraceSummary::tracks
    int64_t fromTime = 0;
    uint32_t toTrack = 0;
    int64_t toTime = 0;
    bool isToNext = false; ///< it ends at the next span that begins, not at the one that is open at its time
};

/// Receives the contents of a trace, in any order of time.
class TraceSink
{
public:
    virtual ~TraceSink() = default;
    virtual void span(const TraceSpan& span) = 0;
    /// `counter`: index into TraceSummary::counters.
    virtual void sample(uint32_t counter, int64_t time, double value) = 0;
    virtual void flow(const TraceFlow& /*flow*/) {}
};

} // namespace knobscope

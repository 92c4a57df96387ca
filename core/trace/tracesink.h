// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace knobscope {

/// A span as a trace file holds it. Times in nanoseconds of the file's own clock; the texts live for the call only.
struct TraceSpan {
    uint32_t track = 0; ///< index into TraceSummary::tracks
    int64_t start = 0;
    int64_t duration = 0;
    std::string_view name;
    std::string_view category;
    std::string_view function; ///< what ran …
    std::string_view file;     ///< … and where it is written; empty when the file does not say
    int line = 0;
    std::string_view args; ///< a JSON object
};

/// Takes what a trace holds, in any order of time.
class TraceSink
{
public:
    virtual ~TraceSink() = default;
    virtual void span(const TraceSpan& span) = 0;
    /// `counter`: index into TraceSummary::counters.
    virtual void sample(uint32_t counter, int64_t time, double value) = 0;
};

} // namespace knobscope

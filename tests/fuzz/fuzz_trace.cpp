// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/tracereader.h"
#include "tests/fuzz/readers.h"

#include <nlohmann/json.hpp>

#include <sstream>

namespace knobscope::fuzz {

namespace {

class CheckingSink : public TraceSink
{
public:
    void span(const TraceSpan& span) override
    {
        m_tracks = std::max<int64_t>(m_tracks, int64_t{span.track} + 1);
        ++m_spans;
        require(span.duration >= 0, "A span ends before it begins");
        require(span.args.empty() || nlohmann::json::parse(span.args).is_object(), "Arguments that are no object");
    }
    void sample(uint32_t counter, int64_t, double) override
    {
        m_counters = std::max<int64_t>(m_counters, int64_t{counter} + 1);
        ++m_samples;
    }
    void check(const TraceSummary& summary) const
    {
        require(m_tracks <= static_cast<int64_t>(summary.tracks.size()), "A span's track is not in the summary");
        require(m_counters <= static_cast<int64_t>(summary.counters.size()), "A sample's counter is not in the summary");
        require(m_spans == summary.spans && m_samples == summary.samples, "The summary counts otherwise");
    }

private:
    int64_t m_tracks = 0;
    int64_t m_counters = 0;
    int64_t m_spans = 0;
    int64_t m_samples = 0;
};

} // namespace

/// Reads a trace, plain from a stream, or gzip-compressed from a file.
void readTraceText(std::string_view input)
{
    const TraceLimits limits{int64_t{16} << 20, int64_t{1} << 20};
    CheckingSink sink;
    if (input.starts_with("\x1f\x8b")) {
        const MemoryFile file(input);
        if (const auto summary = readTraceFile(file.path(), sink, {}, limits)) {
            sink.check(*summary);
        }
        return;
    }
    std::istringstream stream{std::string(input)};
    if (const auto summary = readTrace(stream, "a trace", sink, {}, limits)) {
        sink.check(*summary);
    }
}

} // namespace knobscope::fuzz

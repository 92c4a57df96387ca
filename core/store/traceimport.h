// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/flowends.h"
#include "core/store/project.h"
#include "core/store/spansorter.h"
#include "core/trace/tracereader.h"

#include <cstdint>

namespace knobscope {

/// Result of an import.
struct ImportedTrace {
    int64_t trace = 0; ///< its id in the project
    int64_t spans = 0;
    int64_t tracks = 0;
    int64_t samples = 0;
    int64_t flows = 0;
    bool isDamaged = false;         ///< see TraceSummary
    std::vector<Sentence> problems; ///< repaired defects
};

/// Collects the spans of one imported trace in any order, then writes them with their depths and levels. A trace appears in the
/// project when it is complete; a cancelled import leaves nothing. Use it from one thread.
class TraceImport : public TraceSink
{
public:
    /// `path` is the trace's name in the project, which must be open for writing. Keeps at most `mostBytes` of spans and samples.
    TraceImport(Project& project, std::string path, int64_t mostBytes = TraceLimits().sortBytes);
    void span(const TraceSpan& span) override;
    void sample(uint32_t counter, int64_t time, double value) override;
    void flow(const TraceFlow& flow) override;
    /// Whether there were more spans than can be kept: write() fails then.
    bool exceedsLimit() const
    {
        return m_spans.bytes() + std::ssize(m_samples) * kSampleBytes + std::ssize(m_flows) * kFlowBytes > m_mostBytes;
    }
    /// Writes in transactions of a few tenths of a second, so that a run in progress can write between them. `progress` gets
    /// values from 0 to 1 and returns false to cancel.
    Result<ImportedTrace> write(const TraceSummary& summary, const TraceProgress& progress = {});

private:
    struct Writing;
    struct Sample {
        uint32_t counter = 0;
        int64_t time = 0;
        double value = 0;
    };
    static constexpr int64_t kSampleBytes = sizeof(Sample);
    static constexpr int64_t kFlowBytes = sizeof(TraceFlow) + 2 * (sizeof(FlowEnds::Place) + 32);
    struct Lane {
        int64_t first = INT64_MAX;
        int64_t last = INT64_MIN;
        int64_t spans = 0;
        int64_t row = 0; ///< id in the table track
    };
    Result<ImportedTrace> writeAll(Writing& writing, const TraceSummary& summary);
    int64_t writeTracks(Writing& writing, const TraceSummary& summary);
    bool writeSpans(Writing& writing, FlowEnds& ends);
    bool writeFlows(Writing& writing, const FlowEnds& ends);
    bool writeSamples(Writing& writing, const TraceSummary& summary);
    Project& m_project;
    std::string m_path;
    int64_t m_mostBytes;
    SpanSorter m_spans;
    std::vector<Sample> m_samples;
    std::vector<TraceFlow> m_flows;
    std::vector<Lane> m_lanes; ///< by track
};

/// Imports a trace file (see readTraceFile) into a project, which is created if missing.
Result<ImportedTrace> importTrace(const std::string& tracePath, const std::string& projectPath,
                                  const TraceProgress& progress = {}, const TraceLimits& limits = {});
/// Removes an imported trace; trace 0: leftovers of imports killed hours ago.
Result<void> removeTrace(Project& project, int64_t trace);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/spansorter.h"
#include "core/trace/tracereader.h"

#include <cstdint>

namespace knobscope {

/// What came of an import.
struct ImportedTrace {
    int64_t trace = 0; ///< its number in the project
    int64_t spans = 0;
    int64_t tracks = 0;
    int64_t samples = 0;
    std::vector<Sentence> problems; ///< what was repaired
};

/// Collects the spans of one foreign trace in any order, then writes them with their depths and levels. A trace appears in the
/// project when it is complete; one that was given up leaves nothing. Use from one thread.
class TraceImport : public TraceSink
{
public:
    /// `path` is what the trace is called in the project, which must be open for writing.
    TraceImport(Project& project, std::string path);
    void span(const TraceSpan& span) override;
    void sample(uint32_t counter, int64_t time, double value) override;
    /// Writes in transactions of a few tenths of a second, so that a run that goes on can write between them. `progress` goes
    /// from 0 to 1 and may end it.
    Result<ImportedTrace> write(const TraceSummary& summary, const TraceProgress& progress = {});

private:
    struct Writing;
    struct Lane {
        int64_t first = INT64_MAX;
        int64_t last = INT64_MIN;
        int64_t spans = 0;
        int64_t row = 0; ///< of the table track
    };
    Result<ImportedTrace> writeAll(Writing& writing, const TraceSummary& summary);
    int64_t writeTracks(Writing& writing, const TraceSummary& summary);
    Result<bool> writeSpans(Writing& writing);
    Result<bool> writeSamples(Writing& writing, const TraceSummary& summary);
    Project& m_project;
    std::string m_path;
    SpanSorter m_spans;
    SpanSorter m_samples; ///< track: the counter; start: the time; args: the value
    std::vector<Lane> m_lanes; ///< by track
};

/// Reads a trace file (see readTraceFile) into a project, which is made when it is missing.
Result<ImportedTrace> importTrace(const std::string& tracePath, const std::string& projectPath,
                                  const TraceProgress& progress = {}, const TraceLimits& limits = {});
/// Takes an imported trace out again; trace 0: what imports left behind that were killed hours ago.
Result<void> removeTrace(Project& project, int64_t trace);

} // namespace knobscope

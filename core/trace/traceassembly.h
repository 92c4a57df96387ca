// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/tracereader.h"

#include <cstdint>
#include <map>
#include <unordered_map>

namespace knobscope {

/// Properties of a span except its time.
struct SpanProperties {
    std::string name;
    std::string category;
    std::string function; ///< from args["function"]
    std::string file;
    int line = 0;
    std::string args;     ///< a JSON object

    size_t bytes() const { return name.size() + category.size() + function.size() + file.size() + args.size(); }
};

/// One entry of "traceEvents", reduced to what the timeline needs.
struct TraceEvent : SpanProperties {
    char phase = 0;
    double time = 0;      ///< microseconds
    double duration = 0;  ///< microseconds
    bool hasTime = false;
    std::string pid;      ///< a number, or a text in some tools' output
    std::string tid;
    std::string id;       ///< counter id
    std::string argName;  ///< args["name"] of a metadata event
    std::vector<std::pair<std::string, double>> numbers; ///< values of a counter event
};

/// Converts events to spans: matches begin and end events, names threads, counts repairs.
class TraceAssembly
{
public:
    TraceAssembly(TraceSummary& summary, TraceSink& sink)
        : m_summary(summary)
        , m_sink(sink)
    {
    }
    void add(TraceEvent& event);
    /// Counts an invalid entry in the list of events.
    void countUnknownEvent() { ++m_unknownEvents; }
    void addCutArguments() { ++m_cutArguments; }
    /// Closes open spans and creates the messages.
    void finish();
    int64_t events() const { return m_events; }

private:
    struct Open : SpanProperties {
        int64_t start = 0;
    };
    struct Thread {
        std::vector<Open> open;
        int64_t last = INT64_MIN;
    };
    /// Whether a text may be kept to the end; limits the total size.
    bool mayKeep(size_t bytes);
    uint32_t trackOf(const std::string& pid, const std::string& tid);
    void begin(uint32_t track, TraceEvent& event);
    void end(uint32_t track, TraceEvent& event);
    void emitSpan(uint32_t track, int64_t start, int64_t duration, const SpanProperties& what);
    void addCounter(const TraceEvent& event);
    void applyMetadata(const TraceEvent& event);
    void addProblem(int64_t count, const Sentence& one, const Sentence& many);

    TraceSummary& m_summary;
    TraceSink& m_sink;
    std::unordered_map<std::string, uint32_t> m_trackOf;
    std::vector<Thread> m_threads;
    std::unordered_map<std::string, uint32_t> m_counterOf;
    std::map<std::string, std::string> m_processNames; ///< by pid as written
    std::vector<std::string> m_pidTexts;               ///< one per track
    int64_t m_events = 0;
    size_t m_keptBytes = 0;
    int64_t m_open = 0;
    size_t m_openBytes = 0;
    int64_t m_unclosed = 0;
    int64_t m_unopened = 0;
    int64_t m_negative = 0;
    int64_t m_untimed = 0;
    int64_t m_unknownEvents = 0;
    int64_t m_otherPhases = 0;
    int64_t m_cutArguments = 0;
    int64_t m_crowded = 0;
    int64_t m_tooDeep = 0;
};

} // namespace knobscope

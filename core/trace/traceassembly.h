// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/flowpoints.h"
#include "core/trace/tracereader.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace knobscope {

/// Longest arguments of an event that are kept.
inline constexpr size_t kMaxArgumentBytes = size_t{64} << 10;

/// Longest ids of processes, threads, counters and asynchronous spans: all are kept.
inline constexpr size_t kMaxIdBytes = 256;

/// Members of an event that the timeline needs; null if missing.
struct EventField {
    enum : uint8_t { Phase, Name, Category, Pid, Tid, Id, Time, Duration, Arguments, BindingPoint, Id2, Scope };
};
inline constexpr std::array<std::string_view, 12> kEventFields{"ph", "name", "cat",  "pid", "tid", "id",
                                                               "ts", "dur",  "args", "bp",  "id2", "scope"};
using TraceEvent = std::array<nlohmann::json, kEventFields.size()>;

/// Properties of a span except its time.
struct SpanProperties {
    std::string name;
    std::string category;
    std::string function; ///< from args["function"]
    std::string file;
    int line = 0;
    std::string args;     ///< a JSON object, or empty

    size_t bytes() const { return name.size() + category.size() + function.size() + file.size() + args.size(); }
};

/// A text, or the JSON of a number or literal; at most that long.
std::string eventText(const nlohmann::json& value, size_t maxBytes);

/// Converts events to spans: matches begin and end events, names threads, counts repairs.
class TraceAssembly
{
public:
    TraceAssembly(TraceSummary& summary, TraceSink& sink)
        : m_summary(summary)
        , m_sink(sink)
    {
    }
    /// `isCut`: its arguments were too long to be kept.
    void add(TraceEvent& event, bool isCut);
    /// Counts an entry of "traceEvents" that is no event.
    void countUnknownEvent() { ++m_unknownEvents; }
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
    /// A track for asynchronous spans of one category of a process.
    struct AsyncLane {
        uint32_t track = 0;
        int64_t last = INT64_MIN; ///< end of its last span
        bool isTaken = false;     ///< a span on it is open
    };
    /// The open spans of one id.
    struct AsyncChain {
        std::string lanes; ///< key of its process and category
        size_t lane = 0;
        std::vector<Open> open;
    };
    /// Whether a text may be kept to the end; limits the total size.
    bool mayKeep(size_t bytes);
    uint32_t trackOf(const std::string& pid, const std::string& tid);
    /// Moves the properties out of an event.
    SpanProperties takeProperties(TraceEvent& event, bool isCut);
    void begin(uint32_t track, int64_t start, SpanProperties properties);
    void end(uint32_t track, int64_t at, SpanProperties properties);
    void emitSpan(uint32_t track, int64_t start, int64_t duration, SpanProperties what);
    void addCounter(const TraceEvent& event, int64_t time);
    void addAsync(char phase, TraceEvent& event, int64_t time, bool isCut);
    void addFlow(char phase, const TraceEvent& event, int64_t time);
    /// A lane without a span at that time.
    size_t freeLane(const std::string& lanes, const std::string& pid, const std::string& category, int64_t time);
    void endAsync(AsyncChain& chain, size_t which, int64_t at);
    /// Closes what is open at the last time of the trace.
    void finishAsync();
    /// Whether one more span may be open; counts it.
    bool mayOpen(const SpanProperties& properties);
    void applyMetadata(const TraceEvent& event);
    void addProblem(int64_t count, const Sentence& one, const Sentence& many);

    TraceSummary& m_summary;
    TraceSink& m_sink;
    std::unordered_map<std::string, uint32_t> m_trackOf;
    std::vector<Thread> m_threads;
    std::unordered_map<std::string, AsyncChain> m_chains; ///< by process, category and id
    std::map<std::string, std::vector<AsyncLane>> m_lanes; ///< by process and category
    FlowPoints m_flows;
    int64_t m_last = INT64_MIN; ///< latest end of a span
    std::unordered_map<std::string, uint32_t> m_counterOf;
    std::map<std::string, std::string> m_processNames; ///< by pid as written
    std::vector<std::string> m_pidTexts;               ///< one per track
    int64_t m_events = 0;
    size_t m_keptBytes = 0;
    int64_t m_open = 0;
    size_t m_openBytes = 0;
    int64_t m_unclosed = 0;
    int64_t m_unclosedAsync = 0;
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

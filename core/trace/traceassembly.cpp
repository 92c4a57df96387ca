// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/traceassembly.h"

#include "core/base/member.h"
#include "core/base/numbertext.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace knobscope {

namespace {

constexpr size_t kMaxTextBytes = size_t{16} << 10; // longer names are truncated
constexpr size_t kMaxNumbers = 1000;      // per counter event
constexpr size_t kMaxTracks = 100'000;    // limit for searching a list of tracks; more indicates a broken file
constexpr int64_t kMaxOpen = 100'000;     // begun but not ended, over all threads
constexpr size_t kMaxOpenBytes = size_t{32} << 20;
constexpr size_t kMaxKeptBytes = size_t{32} << 20; // for names of processes, threads and counters
constexpr size_t kMaxCounters = 10'000;
constexpr int64_t kMinMicroseconds = -1'000'000'000'000'000; // in nanoseconds, sums and differences fit into 64 bits
constexpr int64_t kMaxMicroseconds = 4'000'000'000'000'000;

int64_t roundedNanoseconds(double microseconds)
{
    const double least = kMinMicroseconds;
    const double most = kMaxMicroseconds;
    return static_cast<int64_t>(std::llround(std::clamp(microseconds, least, most) * 1e3));
}

/// Exact nanoseconds of microseconds in decimal digits ("1778000000123456.007"), of which a double holds too few.
std::optional<int64_t> decimalNanoseconds(std::string_view text)
{
    const std::string_view whole = text;
    const bool isNegative = !text.empty() && text.front() == '-';
    text.remove_prefix(isNegative ? 1 : 0);
    const size_t point = std::min(text.find('.'), text.size());
    const auto microseconds = parseNumber<int64_t>(text.substr(0, point));
    const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
    const bool isDecimal = microseconds && *microseconds >= 0 && fraction.find_first_not_of("0123456789") == fraction.npos;
    if (!isDecimal || *microseconds >= kMaxMicroseconds) { // with an exponent, or huge
        const auto number = parseNumber<double>(whole);
        return number && std::isfinite(*number) ? std::optional(roundedNanoseconds(*number)) : std::nullopt;
    }
    int64_t nanoseconds = 0;
    for (size_t i = 0; i < 3; ++i) {
        nanoseconds = nanoseconds * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
    }
    nanoseconds += fraction.size() > 3 && fraction[3] >= '5' ? 1 : 0;
    nanoseconds += *microseconds * 1000;
    return isNegative ? std::max(-nanoseconds, kMinMicroseconds * 1000) : nanoseconds;
}

/// Nanoseconds of a time in microseconds: a number, or a text that is one.
std::optional<int64_t> nanosecondsOf(const nlohmann::json& value)
{
    if (value.is_string()) {
        return decimalNanoseconds(value.get_ref<const std::string&>());
    }
    if (value.is_number_integer()) {
        return std::clamp(valueOr(value, kMaxMicroseconds), kMinMicroseconds, kMaxMicroseconds) * 1000; // else above 64 bits
    }
    const auto number = value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
    return number && std::isfinite(*number) ? std::optional(roundedNanoseconds(*number)) : std::nullopt;
}

/// Removes a text from the arguments that has a place of its own in the timeline.
std::string takeText(nlohmann::json& args, const char* key)
{
    std::string text = memberOr(args, key, std::string()).substr(0, kMaxTextBytes);
    if (!text.empty()) {
        args.erase(key);
    }
    return text;
}

/// Parses VizTracer's "function (file:line)".
bool splitVizTracerName(std::string& name, std::string& file, int& line)
{
    if (name.empty() || name.back() != ')') {
        return false;
    }
    const size_t colon = name.rfind(':');
    const size_t bracket = name.find(" (");
    if (colon == std::string::npos || bracket == std::string::npos || colon < bracket + 3) {
        return false;
    }
    const auto parsed = parseNumber<int>(std::string_view(name).substr(colon + 1, name.size() - colon - 2));
    if (!parsed || *parsed < 0) {
        return false;
    }
    line = *parsed;
    file = name.substr(bracket + 2, colon - bracket - 2);
    name.resize(bracket);
    return true;
}

} // namespace

std::string eventText(const nlohmann::json& value, size_t maxBytes)
{
    return value.is_null() || value.is_structured() ? std::string()
         : value.is_string()                        ? value.get_ref<const std::string&>().substr(0, maxBytes)
                                                    : value.dump();
}

bool TraceAssembly::mayKeep(size_t bytes)
{
    if (m_keptBytes + bytes > kMaxKeptBytes) {
        return false;
    }
    m_keptBytes += bytes;
    return true;
}

uint32_t TraceAssembly::trackOf(const std::string& pid, const std::string& tid)
{
    const std::string key = pid + '\n' + tid;
    if (const auto known = m_trackOf.find(key); known != m_trackOf.end()) {
        return known->second;
    }
    if (m_summary.tracks.size() >= kMaxTracks || (!mayKeep(3 * key.size()) && !m_summary.tracks.empty())) {
        ++m_crowded;
        return static_cast<uint32_t>(m_summary.tracks.size() - 1);
    }
    const auto index = static_cast<uint32_t>(m_summary.tracks.size());
    TraceTrack track;
    const auto name = [&](const char* kind, const std::string& id, int64_t& shown) {
        const auto number = parseNumber<int64_t>(id.empty() ? "0" : id);
        shown = id.empty() || !number ? static_cast<int64_t>(index) : *number;
        return number ? fmt::format("{} {}", kind, id.empty() ? "0" : id) : id;
    };
    track.process = name("process", pid, track.pid);
    track.thread = name("thread", tid, track.tid);
    m_summary.tracks.push_back(std::move(track));
    m_threads.emplace_back();
    m_pidTexts.push_back(pid);
    m_trackOf.emplace(key, index);
    return index;
}

void TraceAssembly::add(TraceEvent& event, bool isCut)
{
    const std::string phase = eventText(event[EventField::Phase], 2);
    ++m_events;
    if (phase.size() != 1) {
        ++m_unknownEvents;
        return;
    }
    if (phase == "M") {
        applyMetadata(event);
        return;
    }
    if (std::string_view("CXBEiIRbneSTpFstf").find(phase) == std::string_view::npos) {
        ++m_otherPhases;
        return;
    }
    const auto time = nanosecondsOf(event[EventField::Time]);
    if (!time) {
        ++m_untimed;
        return;
    }
    if (phase == "C") {
        addCounter(event, *time);
        return;
    }
    if (std::string_view("bneSTpF").find(phase) != std::string_view::npos) {
        addAsync(phase[0], event, *time, isCut);
        return;
    }
    if (std::string_view("stf").find(phase) != std::string_view::npos) {
        addFlow(phase[0], event, *time);
        return;
    }
    const uint32_t track =
        trackOf(eventText(event[EventField::Pid], kMaxIdBytes), eventText(event[EventField::Tid], kMaxIdBytes));
    SpanProperties properties = takeProperties(event, isCut);
    if (phase == "B") {
        begin(track, *time, std::move(properties));
    } else if (phase == "E") {
        end(track, *time, std::move(properties));
    } else {
        const int64_t duration = phase == "X" ? nanosecondsOf(event[EventField::Duration]).value_or(0) : 0;
        m_negative += duration < 0 ? 1 : 0;
        emitSpan(track, *time, std::max<int64_t>(0, duration), std::move(properties));
    }
}

SpanProperties TraceAssembly::takeProperties(TraceEvent& event, bool isCut)
{
    SpanProperties what{
        eventText(event[EventField::Name], kMaxTextBytes), eventText(event[EventField::Category], kMaxTextBytes), {}, {}, 0, {}};
    if (nlohmann::json& args = event[EventField::Arguments]; args.is_object()) {
        what.function = takeText(args, "function");
        what.file = takeText(args, "file");
        if (const int line = memberOr(args, "line", -1); line >= 0) {
            what.line = line;
            args.erase("line");
        }
        what.args = args.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
    if (isCut || what.args.size() > kMaxArgumentBytes) {
        what.args.clear();
        ++m_cutArguments;
    }
    return what;
}

bool TraceAssembly::mayOpen(const SpanProperties& properties)
{
    const size_t bytes = properties.bytes();
    if (m_open >= kMaxOpen || m_openBytes + bytes > kMaxOpenBytes) {
        ++m_tooDeep;
        return false;
    }
    ++m_open;
    m_openBytes += bytes;
    return true;
}

void TraceAssembly::begin(uint32_t track, int64_t start, SpanProperties properties)
{
    if (!mayOpen(properties)) {
        return;
    }
    m_threads[track].last = std::max(m_threads[track].last, start);
    m_threads[track].open.push_back({std::move(properties), start});
}

void TraceAssembly::end(uint32_t track, int64_t at, SpanProperties properties)
{
    Thread& thread = m_threads[track];
    thread.last = std::max(thread.last, at);
    if (thread.open.empty()) {
        ++m_unopened;
        return;
    }
    Open what = std::move(thread.open.back());
    thread.open.pop_back();
    --m_open;
    m_openBytes -= what.bytes();
    m_negative += at < what.start ? 1 : 0;
    if (what.args.size() <= 2) {
        what.args = std::move(properties.args); // arguments given by the end event
    }
    emitSpan(track, what.start, std::max<int64_t>(0, at - what.start), std::move(what));
}

void TraceAssembly::emitSpan(uint32_t track, int64_t start, int64_t duration, SpanProperties what)
{
    Thread& thread = m_threads[track];
    thread.last = std::max(thread.last, start + duration);
    m_last = std::max(m_last, start + duration);
    if (what.file.empty() && splitVizTracerName(what.name, what.file, what.line)) {
        what.function = what.name;
    }
    m_sink.span({track, start, duration, what.name, what.category, what.function, what.file, what.line,
                 what.args.empty() ? std::string_view("{}") : what.args});
    ++m_summary.spans;
}

void TraceAssembly::addCounter(const TraceEvent& event, int64_t time)
{
    std::vector<std::pair<std::string, double>> numbers;
    if (event[EventField::Arguments].is_object()) {
        for (const auto& [key, value] : event[EventField::Arguments].items()) {
            if (value.is_number() && std::isfinite(value.get<double>()) && numbers.size() < kMaxNumbers) {
                numbers.emplace_back(key.substr(0, kMaxIdBytes), value.get<double>());
            }
        }
    }
    const std::string pid = eventText(event[EventField::Pid], kMaxIdBytes);
    const std::string id = eventText(event[EventField::Id], kMaxIdBytes);
    const std::string counter = eventText(event[EventField::Name], kMaxTextBytes);
    for (const auto& [series, value] : numbers) {
        const std::string plain = id.empty() ? counter : fmt::format("{} {}", counter, id);
        const bool named = series == "value" || series == counter || event[EventField::Arguments].size() == 1;
        const std::string name = named ? plain : fmt::format("{} {}", plain, series);
        auto known = m_counterOf.find(pid + '\n' + name);
        if (known == m_counterOf.end()) {
            if (m_summary.counters.size() >= kMaxCounters || !mayKeep(4 * (pid.size() + name.size()))) {
                ++m_crowded;
                continue;
            }
            const std::string shown = m_counterOf.empty() || pid.empty() ? name : fmt::format("{} ({})", name, pid);
            known = m_counterOf.emplace(pid + '\n' + name, static_cast<uint32_t>(m_summary.counters.size())).first;
            m_summary.counters.push_back(shown);
        }
        m_sink.sample(known->second, time, value);
        ++m_summary.samples;
    }
}

void TraceAssembly::applyMetadata(const TraceEvent& event)
{
    const std::string shown = memberOr(event[EventField::Arguments], "name", std::string()).substr(0, kMaxIdBytes);
    const std::string kind = eventText(event[EventField::Name], kMaxTextBytes);
    const std::string pid = eventText(event[EventField::Pid], kMaxIdBytes);
    if (shown.empty()) {
        return;
    }
    if (kind == "process_name") {
        if (m_processNames.size() < kMaxTracks && mayKeep(pid.size() + shown.size())) {
            m_processNames[pid] = shown;
        }
    } else if (kind == "thread_name") {
        const uint32_t track = trackOf(pid, eventText(event[EventField::Tid], kMaxIdBytes));
        if (mayKeep(shown.size())) {
            m_summary.tracks[track].thread = shown;
        }
    }
}

void TraceAssembly::addProblem(int64_t count, const Sentence& one, const Sentence& many)
{
    if (count > 0) {
        m_summary.problems.push_back(count == 1 ? one : many);
    }
}

void TraceAssembly::finish()
{
    for (uint32_t track = 0; track < m_threads.size(); ++track) {
        Thread& thread = m_threads[track];
        for (; !thread.open.empty(); thread.open.pop_back(), ++m_unclosed) {
            const int64_t start = thread.open.back().start;
            emitSpan(track, start, std::max<int64_t>(0, thread.last - start), std::move(thread.open.back()));
        }
    }
    finishAsync();
    m_summary.flows = m_flows.finish(m_sink);
    for (size_t i = 0; i < m_summary.tracks.size(); ++i) {
        if (const auto name = m_processNames.find(m_pidTexts[i]); name != m_processNames.end()) {
            m_summary.tracks[i].process = name->second;
        }
    }
    addProblem(m_unclosed, phrase("One span has no end; it was closed at the last time of its thread."),
               phrase("{} spans have no end; they were closed at the last time of their thread.", m_unclosed));
    addProblem(m_unclosedAsync, phrase("One asynchronous span has no end; it was closed at the end of the trace."),
               phrase("{} asynchronous spans have no end; they were closed at the end of the trace.", m_unclosedAsync));
    addProblem(m_unopened, phrase("One end has no start and was left out."),
               phrase("{} ends have no start and were left out.", m_unopened));
    addProblem(m_negative, phrase("One span ends before it starts; its duration was set to 0."),
               phrase("{} spans end before they start; their durations were set to 0.", m_negative));
    addProblem(m_untimed, phrase("One event has no time and was left out."),
               phrase("{} events have no time and were left out.", m_untimed));
    addProblem(m_unknownEvents, phrase("One entry is not a trace event and was left out."),
               phrase("{} entries are not trace events and were left out.", m_unknownEvents));
    addProblem(m_otherPhases, phrase("One event has a type that the timeline does not show (sample, object) and was left out."),
               phrase("{} events have types that the timeline does not show (sample, object) and were left out.", m_otherPhases));
    addProblem(m_flows.unmatched(), phrase("One flow event has no partner and was left out."),
               phrase("{} flow events have no partner and were left out.", m_flows.unmatched()));
    addProblem(m_flows.dropped(), phrase("One flow event is beyond the first 10,000,000 and was left out."),
               phrase("{} flow events are beyond the first 10,000,000 and were left out.", m_flows.dropped()));
    addProblem(m_cutArguments, phrase("The arguments of one event are longer than 64 kB and were left out."),
               phrase("The arguments of {} events are longer than 64 kB and were left out.", m_cutArguments));
    addProblem(
        m_crowded, phrase("One event belongs to a thread or counter beyond the first 100,000; it was added to the last one."),
        phrase("{} events belong to threads or counters beyond the first 100,000; they were added to the last one.", m_crowded));
    addProblem(m_tooDeep, phrase("One span starts inside 100,000 open ones and was left out."),
               phrase("{} spans start inside 100,000 open ones and were left out.", m_tooDeep));
}

} // namespace knobscope

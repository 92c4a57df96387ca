// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/tracereader.h"

#include "core/base/numbertext.h"
#include "core/base/readjson.h"
#include "core/trace/gzstream.h"
#include "core/trace/traceassembly.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <istream>
#include <limits>
#include <optional>

namespace knobscope {

namespace {

constexpr size_t kMaxArgumentBytes = size_t{64} << 10;
constexpr size_t kMaxTextBytes = size_t{16} << 10; // longer names are truncated
constexpr size_t kMaxIdBytes = 256;   // ids of processes, threads and counters are all kept
constexpr size_t kMaxNumbers = 1000;  // per counter event
constexpr int64_t kMaxNesting = 1'000'000; // one bit each
constexpr int64_t kEventsBetweenChecks = 4096;
constexpr size_t kPieceBytes = size_t{64} << 10;

/// SAX handler that keeps at most one trace event in memory.
class EventReader
{
public:
    using Json = nlohmann::json;

    EventReader(TraceAssembly& assembly, const std::function<bool()>& mayContinue)
        : m_assembly(assembly)
        , m_mayContinue(mayContinue)
    {
    }

    // Callbacks of nlohmann's SAX parser.
    bool null() { return scalar("null", {}, {}); }
    bool boolean(bool value) { return scalar(value ? "true" : "false", {}, {}); }
    bool number_integer(int64_t value) { return scalar(std::to_string(value), {}, static_cast<double>(value)); }
    bool number_unsigned(uint64_t value) { return scalar(std::to_string(value), {}, static_cast<double>(value)); }
    bool number_float(double value, const std::string& text) { return scalar(std::isfinite(value) ? text : "null", {}, value); }
    bool string(std::string& value) { return scalar({}, &value, {}); }
    bool binary(Json::binary_t&) { return true; }
    bool start_object(size_t) { return open('{'); }
    bool start_array(size_t) { return open('['); }
    bool end_object() { return close('}'); }
    bool end_array() { return close(']'); }
    bool key(std::string& name)
    {
        ++m_values;
        if (m_inArgs) {
            m_argument = name;
        }
        (m_depth == m_eventDepth || m_depth == 1 ? m_field : m_inner) = name.size() <= kMaxTextBytes ? name : std::string();
        if (m_depth == 1 && m_eventDepth == 0) {
            m_topKeys += m_topKeys.size() < 400 ? (m_topKeys.empty() ? "" : ", ") + m_field : "";
        }
        return true;
    }
    bool parse_error(size_t position, const std::string& token, const Json::exception&)
    {
        m_errorAt = position;
        m_errorToken = token.substr(0, 40);
        return false;
    }

    bool wasCancelled() const { return m_cancelled; }
    /// Number of keys, texts and numbers so far.
    int64_t values() const { return m_values; }
    bool isTooDeep() const { return m_depth > kMaxNesting; }
    bool hasList() const { return m_hasList; }
    bool isListClosed() const { return m_listClosed; }
    bool isObject() const { return m_isObject; }
    bool isInsideEvent() const { return m_depth >= m_eventDepth && m_eventDepth > 0; }
    std::optional<size_t> errorAt() const { return m_errorAt; }
    const std::string& errorToken() const { return m_errorToken; }
    const std::string& topKeys() const { return m_topKeys; }

private:
    bool inEvents() const { return m_eventDepth > 0; }

    bool open(char bracket)
    {
        ++m_depth;
        if (isTooDeep()) {
            return false;
        }
        if (m_depth == 1) {
            m_isObject = bracket == '{';
            if (bracket == '[') {
                m_hasList = true;
                m_eventDepth = 2;
            }
            return true;
        }
        if (!inEvents()) {
            if (m_depth == 2 && bracket == '[' && m_field == "traceEvents") {
                m_hasList = true;
                m_eventDepth = 3;
            }
            return true;
        }
        if (m_depth == m_eventDepth) {
            m_event = {};
            m_argumentsCut = false;
            m_isEvent = bracket == '{';
        } else if (m_depth == m_eventDepth + 1) {
            m_inArgs = m_isEvent && m_field == "args" && bracket == '{';
            m_first = true;
            if (m_inArgs) {
                m_event.args.assign(1, '{');
            }
        } else if (m_inArgs) {
            value(bracket == '{' ? "{" : "[");
            m_first = true;
        }
        return true;
    }

    bool close(char bracket)
    {
        if (inEvents()) {
            if (m_depth == m_eventDepth) {
                finishEvent();
            } else if (m_depth == m_eventDepth - 1) {
                m_listClosed = true;
                m_eventDepth = 0;
            } else if (m_inArgs) {
                append(bracket == '}' ? "}" : "]");
                m_first = false;
                if (m_depth == m_eventDepth + 1) {
                    m_inArgs = false;
                }
            }
        }
        --m_depth;
        return !m_cancelled;
    }

    void finishEvent()
    {
        if (m_argumentsCut) {
            m_event.args.clear();
            m_assembly.addCutArguments();
        }
        if (m_isEvent) {
            m_assembly.add(m_event);
        } else {
            m_assembly.countUnknownEvent();
        }
        if (m_mayContinue && ++m_sinceCheck >= kEventsBetweenChecks) {
            m_sinceCheck = 0;
            m_cancelled = !m_mayContinue();
        }
    }

    /// `literal` is the JSON of a value that is not a string.
    bool scalar(const std::string& literal, std::string* text, std::optional<double> value)
    {
        m_values += text || value ? 1 : 0; // the parser combines literals like `null` with the text after them
        if (!inEvents()) {
            return true;
        }
        if (m_depth == m_eventDepth - 1) {
            m_assembly.countUnknownEvent();
        } else if (m_depth == m_eventDepth && m_isEvent) {
            field(literal, text, value);
        } else if (m_inArgs) {
            argument(literal, text, value);
        }
        return true;
    }

    void field(const std::string& literal, const std::string* text, std::optional<double> value)
    {
        const auto shortened = [&] { return text ? text->substr(0, kMaxTextBytes) : literal; };
        if (m_field == "ph") {
            m_event.phase = text && text->size() == 1 ? (*text)[0] : '\0';
        } else if (m_field == "name") {
            m_event.name = shortened();
        } else if (m_field == "cat") {
            m_event.category = shortened();
        } else if (m_field == "pid") {
            m_event.pid = shortened().substr(0, kMaxIdBytes);
        } else if (m_field == "tid") {
            m_event.tid = shortened().substr(0, kMaxIdBytes);
        } else if (m_field == "id") {
            m_event.id = shortened().substr(0, kMaxIdBytes);
        } else if (m_field == "ts" || m_field == "dur") {
            const std::optional<double> number = text ? parseNumber<double>(*text) : value;
            if (m_field == "ts") {
                m_event.hasTime = number.has_value();
                m_event.time = number.value_or(0);
            } else {
                m_event.duration = number.value_or(0);
            }
        }
    }

    void argument(const std::string& literal, const std::string* text, std::optional<double> number)
    {
        const bool isDirect = m_depth == m_eventDepth + 1;
        if (isDirect && m_event.phase == 'C' && number && m_event.numbers.size() < kMaxNumbers) {
            m_event.numbers.emplace_back(m_inner.substr(0, kMaxIdBytes), *number);
        }
        if (isDirect && text && m_inner == "name") {
            m_event.argName = text->substr(0, kMaxIdBytes);
        }
        if (isDirect && text && m_inner == "function" && !text->empty()) {
            m_event.function = text->substr(0, kMaxTextBytes);
            return;
        }
        if (isDirect && text && m_inner == "file" && !text->empty()) {
            m_event.file = text->substr(0, kMaxTextBytes);
            return;
        }
        if (isDirect && number && m_inner == "line" && *number >= 0 && *number <= std::numeric_limits<int>::max()) {
            m_event.line = static_cast<int>(*number);
            return;
        }
        if (text) {
            value({});
            quote(*text);
        } else {
            value(literal);
        }
    }

    /// Appends a value, or its opening bracket, after the comma and key.
    void value(const std::string& literal)
    {
        append(std::exchange(m_first, false) ? "" : ",");
        if (const auto key = std::exchange(m_argument, std::nullopt)) {
            quote(*key);
            append(":");
        }
        append(literal);
    }

    void quote(const std::string& text)
    {
        if (!m_argumentsCut && text.size() < kMaxArgumentBytes) {
            append(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
        } else {
            m_argumentsCut = true;
        }
    }

    void append(std::string_view text)
    {
        m_argumentsCut = m_argumentsCut || m_event.args.size() + text.size() > kMaxArgumentBytes;
        if (!m_argumentsCut) {
            m_event.args += text;
        }
    }

    TraceAssembly& m_assembly;
    const std::function<bool()>& m_mayContinue;
    TraceEvent m_event;
    int64_t m_depth = 0;
    int64_t m_eventDepth = 0; ///< depth within the list of events; 0 outside
    std::string m_field;
    std::string m_inner;
    std::string m_topKeys;
    std::string m_errorToken;
    std::optional<size_t> m_errorAt;
    int64_t m_sinceCheck = 0;
    int64_t m_values = 0;
    bool m_isObject = false;
    bool m_hasList = false;
    bool m_listClosed = false;
    bool m_isEvent = false;
    bool m_inArgs = false;
    bool m_first = true;
    std::optional<std::string> m_argument; ///< key of an argument whose value is still to come; nullopt within a list
    bool m_argumentsCut = false;
    bool m_cancelled = false;
};

/// Passes a stream to the parser in blocks and ends it at the limits, since the parser buffers a whole text, and everything
/// between two texts or numbers.
class LimitedText : public std::streambuf
{
public:
    LimitedText(std::streambuf& text, const TraceLimits& limits)
        : m_text(text)
        , m_limits(limits)
        , m_piece(kPieceBytes)
    {
    }
    /// Sets the reader that counts the values.
    void watch(const EventReader& reader) { m_reader = &reader; }
    /// The limit that the text exceeded; empty if none.
    const std::string& excess() const { return m_excess; }

protected:
    int_type underflow() override
    {
        if (!m_excess.empty()) {
            return traits_type::eof();
        }
        if (m_reader && m_reader->values() != m_valuesSeen) {
            m_valuesSeen = m_reader->values();
            m_valueBegan = m_given;
        }
        if (m_given > m_limits.textBytes) {
            m_excess = fmt::format(
                "is longer than {:.4g} GB unpacked, which is the limit; `knobscope-cli trace import --max-gb` raises it",
                static_cast<double>(m_limits.textBytes) / (1 << 30));
        } else if (m_reader && m_given - m_valueBegan > m_limits.valueBytes) {
            m_excess = fmt::format("contains text, a number or a gap that is longer than the limit of {} bytes (from byte {} on)",
                                   m_limits.valueBytes, m_valueBegan);
        }
        const auto count = m_excess.empty() ? m_text.sgetn(m_piece.data(), static_cast<std::streamsize>(m_piece.size())) : 0;
        if (count <= 0) {
            return traits_type::eof();
        }
        m_given += count;
        setg(m_piece.data(), m_piece.data(), m_piece.data() + count);
        return traits_type::to_int_type(*gptr());
    }

private:
    std::streambuf& m_text;
    const TraceLimits& m_limits;
    std::vector<char> m_piece;
    const EventReader* m_reader = nullptr;
    std::string m_excess;
    int64_t m_given = 0;
    int64_t m_valuesSeen = 0;
    int64_t m_valueBegan = 0;
};

/// Error for JSON without trace events, with a guess of what it is.
tl::unexpected<Error> refuse(const std::string& name, const EventReader& reader)
{
    const std::string& keys = reader.topKeys();
    if (keys.find("$schema") != std::string::npos && keys.find("profiles") != std::string::npos) {
        return fail(ErrorCode::Unsupported, "{} is a speedscope profile, not a Chrome trace; export it as a Chrome trace", name);
    }
    if (keys.find("libs") != std::string::npos && keys.find("threads") != std::string::npos) {
        return fail(ErrorCode::Unsupported, "{} is a Firefox profile, not a Chrome trace", name);
    }
    if (keys.find("input") != std::string::npos && keys.find("config") != std::string::npos) {
        return fail(ErrorCode::Unsupported, "{} is a tuning log, not a trace; open it as a log", name);
    }
    return fail(ErrorCode::Unsupported, "{} is JSON, but not a trace: it has no \"traceEvents\"{}", name,
                keys.empty() ? "" : fmt::format(" (its keys: {})", keys));
}

} // namespace

Result<TraceSummary> readTrace(std::istream& stream, const std::string& name, TraceSink& sink,
                               const std::function<bool()>& mayContinue, const TraceLimits& limits)
{
    LimitedText text(*stream.rdbuf(), limits);
    std::istream in(&text);
    const int first = (in >> std::ws).peek();
    if (first == std::char_traits<char>::eof()) {
        return fail(ErrorCode::Parse, "{} is empty", name);
    }
    if (first != '{' && first != '[' && first != 0xef) { // 0xef: a byte order mark
        return fail(ErrorCode::Unsupported,
                    "{} is not JSON; Chrome, VizTracer and Perfetto traces can be read if saved as .json or .json.gz (Perfetto's "
                    "own format: traceconv json)",
                    name);
    }
    TraceSummary summary;
    TraceAssembly assembly(summary, sink);
    EventReader reader(assembly, mayContinue);
    text.watch(reader);
    try {
        nlohmann::json::sax_parse(in, &reader, nlohmann::json::input_format_t::json, false);
    } catch (const std::exception& e) {
        return fail(ErrorCode::Parse, "{} cannot be read: {}", name, jsonErrorCause(e));
    }
    if (reader.wasCancelled()) {
        return fail(ErrorCode::Timeout, "Reading {} was cancelled", name);
    }
    if (!text.excess().empty()) {
        return fail(ErrorCode::LimitExceeded, "{} {}", name, text.excess());
    }
    if (reader.isTooDeep()) {
        return fail(ErrorCode::LimitExceeded, "{} is nested more than {} levels deep", name, kMaxNesting);
    }
    const bool isAtEnd = in.rdbuf()->sgetc() == std::char_traits<char>::eof();
    if (!reader.hasList()) {
        if (reader.errorAt()) {
            return fail(ErrorCode::Parse, "{} is not valid JSON: error at byte {}{}", name, *reader.errorAt(),
                        isAtEnd ? ", where the file ends" : fmt::format(" (\"{}\")", reader.errorToken()));
        }
        return refuse(name, reader);
    }
    assembly.finish();
    // Chrome's format allows a plain list without the closing bracket.
    const bool mayEndHere = isAtEnd && !reader.isObject() && !reader.isInsideEvent();
    if (reader.errorAt() && !mayEndHere && !reader.isListClosed()) {
        summary.problems.insert(
            summary.problems.begin(),
            isAtEnd
                ? phrase("The file is incomplete: it ends after {} (event|events) (byte {}); the events before that were kept.",
                         assembly.events(), *reader.errorAt())
                : phrase("The file is damaged after {} (event|events) (byte {}); the events before that were kept.",
                         assembly.events(), *reader.errorAt()));
    }
    if (summary.spans == 0 && summary.samples == 0) {
        return summary.problems.empty()
                 ? fail(ErrorCode::Unsupported, "{} contains neither spans nor counters", name)
                 : fail(ErrorCode::Unsupported, "{} contains neither spans nor counters: {}", name, summary.problems.front());
    }
    return summary;
}

Result<TraceSummary> readTraceFile(const std::string& path, TraceSink& sink, const TraceProgress& progress,
                                   const TraceLimits& limits)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        return fail(ErrorCode::InvalidArgument, "{} is a folder, not a trace", path);
    }
    GzInput input(path);
    if (!input.isOpen()) {
        return tl::make_unexpected(input.error());
    }
    const auto size = std::filesystem::file_size(path, error);
    const auto bytes = error ? std::numeric_limits<uintmax_t>::max() : size; // a pipe has no size
    std::istream in(&input);
    const auto mayContinue = [&] {
        return progress(
            std::min(1.0, static_cast<double>(input.fileOffset()) / static_cast<double>(std::max<uintmax_t>(1, bytes))));
    };
    auto summary =
        TRY(readTrace(in, path, sink, progress ? std::function<bool()>(mayContinue) : std::function<bool()>(), limits));
    if (input.isDamaged()) {
        summary.problems.insert(summary.problems.begin(),
                                phrase("The compressed file is incomplete or damaged; the events before that were kept."));
    }
    return summary;
}

} // namespace knobscope

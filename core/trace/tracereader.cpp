// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/tracereader.h"

#include "core/base/lenientjson.h"
#include "core/base/readjson.h"
#include "core/trace/gzstream.h"
#include "core/trace/traceassembly.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <istream>
#include <limits>
#include <optional>

namespace knobscope {

namespace {

constexpr size_t kMaxArgumentDepth = 64; // as JsonLimits: writing is recursive
constexpr int64_t kMaxNesting = 1'000'000;
constexpr int64_t kEventsBetweenChecks = 4096;
constexpr size_t kPieceBytes = size_t{64} << 10;

/// SAX handler that keeps at most one trace event in memory, without members that the timeline does not need.
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
    bool null() { return scalar(nullptr); }
    bool boolean(bool value) { return scalar(value); }
    bool number_integer(int64_t value) { return scalar(value); }
    bool number_unsigned(uint64_t value) { return scalar(value); }
    /// Keeps the digits of times, of which a double holds too few.
    bool number_float(double value, const std::string& digits)
    {
        return m_open.empty() && (m_key == "ts" || m_key == "dur") ? scalar(digits) : scalar(value);
    }
    bool string(std::string& value) { return scalar(std::move(value)); }
    bool binary(Json::binary_t&) { return true; }
    bool start_object(size_t) { return open(Json::object()); }
    bool start_array(size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name)
    {
        ++m_values;
        m_key = std::move(name);
        if (m_depth == 1 && m_topKeys.size() < 400) {
            m_topKeys += (m_topKeys.empty() ? "" : ", ") + m_key.substr(0, 100);
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
    bool isListClosed() const { return m_hasList && m_listDepth == 0; }
    bool isObject() const { return m_isObject; }
    bool isInsideEvent() const { return m_listDepth > 0 && m_depth > m_listDepth; }
    std::optional<size_t> errorAt() const { return m_errorAt; }
    const std::string& errorToken() const { return m_errorToken; }
    const std::string& topKeys() const { return m_topKeys; }

private:
    bool open(Json container)
    {
        ++m_depth;
        if (isTooDeep()) {
            return false;
        }
        m_isObject = m_depth == 1 ? container.is_object() : m_isObject;
        if (m_listDepth == 0) {
            const bool isList = container.is_array() && (m_depth == 1 || (m_depth == 2 && m_isObject && m_key == "traceEvents"));
            m_hasList = m_hasList || isList;
            m_listDepth = isList ? m_depth : 0;
        } else if (m_depth == m_listDepth + 1) {
            m_event = {};
            m_isEvent = container.is_object();
            m_argumentBytes = 0;
        } else {
            m_open.push_back(add(std::move(container)));
        }
        return true;
    }

    bool close()
    {
        if (m_depth == m_listDepth) {
            m_listDepth = 0;
        } else if (!m_open.empty()) {
            m_open.pop_back();
        } else if (m_listDepth > 0) {
            finishEvent();
        }
        --m_depth;
        return !m_cancelled;
    }

    bool scalar(Json value)
    {
        m_values +=
            value.is_string() || value.is_number() ? 1 : 0; // the parser combines literals like `null` with the text after them
        if (isInsideEvent()) {
            add(std::move(value));
        } else if (m_listDepth > 0) {
            m_assembly.countUnknownEvent();
        }
        return true;
    }

    /// Adds a value to the innermost open container; returns nullptr if it is not kept.
    Json* add(Json value)
    {
        if (m_open.empty()) {
            const auto field = std::ranges::find(kEventFields, m_key);
            return m_isEvent && field != kEventFields.end()
                     ? &(m_event[static_cast<size_t>(field - kEventFields.begin())] = std::move(value))
                     : nullptr;
        }
        Json* parent = m_open.back();
        if (!parent) {
            return nullptr;
        }
        m_argumentBytes += 1 + (parent->is_object() ? m_key.size() : 0);
        m_argumentBytes += value.is_string() ? value.get_ref<const std::string&>().size() : 0;
        m_argumentBytes += m_open.size() > kMaxArgumentDepth ? kMaxArgumentBytes : 0;
        if (m_argumentBytes > kMaxArgumentBytes) {
            return nullptr;
        }
        if (parent->is_array()) {
            return &parent->emplace_back(std::move(value));
        }
        return &((*parent)[m_key] = std::move(value));
    }

    void finishEvent()
    {
        if (m_isEvent) {
            m_assembly.add(m_event, m_argumentBytes > kMaxArgumentBytes);
        } else {
            m_assembly.countUnknownEvent();
        }
        if (m_mayContinue && ++m_sinceCheck >= kEventsBetweenChecks) {
            m_sinceCheck = 0;
            m_cancelled = !m_mayContinue();
        }
    }

    TraceAssembly& m_assembly;
    const std::function<bool()>& m_mayContinue;
    int64_t m_depth = 0;
    int64_t m_listDepth = 0; ///< depth of the list of events; 0 outside of it
    TraceEvent m_event;
    std::vector<Json*> m_open; ///< open containers within the event; null: not kept
    size_t m_argumentBytes = 0;
    std::string m_key; ///< of the next value of an object
    std::string m_topKeys;
    std::string m_errorToken;
    std::optional<size_t> m_errorAt;
    int64_t m_sinceCheck = 0;
    int64_t m_values = 0;
    bool m_isObject = false;
    bool m_isEvent = false; ///< the entry of the list is an object
    bool m_hasList = false;
    bool m_cancelled = false;
};

/// Passes a stream to the parser in blocks, as JSON (LenientJson), and ends it at the limits, since the parser buffers a whole
/// text, and everything between two texts or numbers.
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
    /// Where a position in the text that was given to the parser is in the file.
    size_t positionInFile(size_t given) const
    {
        return static_cast<size_t>(std::max<int64_t>(0, m_lenient.originalPosition(static_cast<int64_t>(given))));
    }

protected:
    int_type underflow() override
    {
        m_rewritten.clear();
        while (m_rewritten.empty() && !m_isAtEnd) {
            if (!readPiece()) {
                m_isAtEnd = true;
                m_lenient.finish(m_rewritten);
            }
        }
        setg(m_rewritten.data(), m_rewritten.data(), m_rewritten.data() + m_rewritten.size());
        return m_rewritten.empty() ? traits_type::eof() : traits_type::to_int_type(*gptr());
    }

private:
    /// Reads and rewrites the next piece; returns false at the end and at a limit.
    bool readPiece()
    {
        if (!m_excess.empty()) {
            return false;
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
            return false;
        }
        m_given += count;
        m_lenient.rewrite({m_piece.data(), static_cast<size_t>(count)}, m_rewritten);
        return true;
    }

    std::streambuf& m_text;
    const TraceLimits& m_limits;
    LenientJson m_lenient;
    std::vector<char> m_piece;
    std::string m_rewritten;
    bool m_isAtEnd = false;
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
    const size_t errorAt = text.positionInFile(reader.errorAt().value_or(0));
    if (!reader.hasList()) {
        if (reader.errorAt()) {
            return fail(ErrorCode::Parse, "{} is not valid JSON: error at byte {}{}", name, errorAt,
                        isAtEnd ? ", where the file ends" : fmt::format(" (\"{}\")", reader.errorToken()));
        }
        return refuse(name, reader);
    }
    assembly.finish();
    // Chrome's format allows a plain list without the closing bracket.
    const bool mayEndHere = isAtEnd && !reader.isObject() && !reader.isInsideEvent();
    if (reader.errorAt() && !mayEndHere && !reader.isListClosed()) {
        summary.isDamaged = !isAtEnd;
        summary.problems.insert(
            summary.problems.begin(),
            isAtEnd
                ? phrase("The file is incomplete: it ends after {} (event|events) (byte {}); the events before that were "
                         "kept.",
                         assembly.events(), errorAt)
                : phrase("The file is damaged after {} (event|events), at byte {} (\"{}\"); the events before that were kept, "
                         "and the rest was not read.",
                         assembly.events(), errorAt, reader.errorToken()));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/spansorter.h"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <queue>
#include <tuple>

namespace knobscope {

namespace {

constexpr size_t kMaxTexts = 200'000;
constexpr size_t kMaxTextBytes = size_t{16} << 20;
constexpr size_t kReaderBytes = size_t{256} << 10;
constexpr size_t kAllReadersBytes = size_t{64} << 20;
constexpr size_t kMinReaderBytes = size_t{16} << 10;
constexpr size_t kMaxRecordBytes = size_t{256} << 10;
constexpr uint32_t kInlineText = 0xffffffff;

struct Header {
    uint32_t bytes = 0; ///< size of the whole record
    uint32_t track = 0;
    int64_t start = 0;
    int64_t duration = 0;
    int32_t line = 0;
    uint32_t argumentBytes = 0;
};

/// Sort key of spans; equal spans keep their order of arrival.
template<class Span>
auto orderOf(const Span& span, size_t place)
{
    return std::tuple(span.track, span.start, -span.duration, place);
}

} // namespace

/// Reads one sorted run of the file, block by block.
class SpanSorter::Reader
{
public:
    Reader(std::FILE* file, Run run, size_t pieceBytes)
        : m_file(file)
        , m_run(run)
        , m_pieceBytes(pieceBytes)
    {
        next();
    }
    bool isDone() const { return m_done; }
    bool hasFailed() const { return m_failed; }
    const char* record() const { return m_piece.data() + m_at; }
    const Header& header() const { return m_header; }
    void next()
    {
        m_at += m_header.bytes;
        if (!have(sizeof(Header))) {
            m_done = true;
            return;
        }
        std::memcpy(&m_header, m_piece.data() + m_at, sizeof(Header));
        m_failed = m_failed || !have(m_header.bytes);
        m_done = m_failed;
    }

private:
    bool have(size_t bytes)
    {
        if (m_piece.size() - m_at >= bytes) {
            return true;
        }
        m_piece.erase(m_piece.begin(), m_piece.begin() + static_cast<std::ptrdiff_t>(m_at));
        m_at = 0;
        const size_t wanted = std::max(m_pieceBytes, bytes);
        const size_t old = m_piece.size();
        const auto count = std::min<size_t>(wanted - old, static_cast<size_t>(m_run.end - m_run.begin));
        m_piece.resize(old + count);
        if (count > 0) {
            m_failed =
                ::fseeko(m_file, m_run.begin, SEEK_SET) != 0 || std::fread(m_piece.data() + old, 1, count, m_file) != count;
            m_run.begin += static_cast<int64_t>(count);
        }
        return !m_failed && m_piece.size() >= bytes;
    }

    std::FILE* m_file;
    Run m_run;
    size_t m_pieceBytes;
    std::vector<char> m_piece;
    size_t m_at = 0;
    Header m_header;
    bool m_done = false;
    bool m_failed = false;
};

SpanSorter::SpanSorter(std::string folder, size_t bufferBytes)
    : m_folder(std::move(folder))
    , m_limit(bufferBytes)
{
}

SpanSorter::~SpanSorter()
{
    if (m_file) {
        std::fclose(m_file);
    }
}

void SpanSorter::append(std::string_view text)
{
    m_buffer.insert(m_buffer.end(), text.begin(), text.end());
}

void SpanSorter::appendText(std::string_view text)
{
    uint32_t number = kInlineText;
    if (const auto known = m_textOf.find(text); known != m_textOf.end()) {
        number = known->second;
    } else if (m_texts.size() < kMaxTexts && m_textBytes + text.size() < kMaxTextBytes) {
        number = static_cast<uint32_t>(m_texts.size());
        m_texts.push_back(std::make_unique<std::string>(text));
        m_textBytes += text.size();
        m_textOf.emplace(*m_texts.back(), number);
    }
    append({reinterpret_cast<const char*>(&number), sizeof number});
    if (number == kInlineText) {
        const auto length = static_cast<uint32_t>(text.size());
        append({reinterpret_cast<const char*>(&length), sizeof length});
        append(text);
    }
}

void SpanSorter::add(const TraceSpan& span)
{
    if (m_buffer.capacity() == 0) {
        m_buffer.reserve(m_limit + kMaxRecordBytes); // growing in steps would need twice the memory; unused pages cost nothing
    }
    const size_t offset = m_buffer.size();
    Header header{0, span.track, span.start, span.duration, span.line, static_cast<uint32_t>(span.args.size())};
    append({reinterpret_cast<const char*>(&header), sizeof header});
    for (const std::string_view text : {span.name, span.category, span.function, span.file}) {
        appendText(text);
    }
    append(span.args);
    header.bytes = static_cast<uint32_t>(m_buffer.size() - offset);
    std::memcpy(m_buffer.data() + offset, &header, sizeof header);
    m_references.push_back({span.track, span.start, span.duration, offset});
    ++m_count;
    if (m_buffer.size() + m_references.size() * sizeof(Reference) > m_limit) {
        sortBuffer();
        spill();
    }
}

void SpanSorter::sortBuffer()
{
    std::ranges::sort(m_references, {}, [](const Reference& r) { return orderOf(r, r.offset); });
}

void SpanSorter::spill()
{
    if (!m_file) {
        std::string name = m_folder + "/.knobscope-sorting-XXXXXX";
        const int descriptor = ::mkstemp(name.data());
        m_file = descriptor >= 0 ? ::fdopen(descriptor, "w+b") : nullptr;
        ::unlink(name.c_str());
        m_failed = m_file == nullptr;
    }
    if (!m_failed) {
        Run run{m_runs.empty() ? 0 : m_runs.back().end, 0};
        run.end = run.begin;
        m_failed = ::fseeko(m_file, run.begin, SEEK_SET) != 0;
        for (const Reference& r : m_references) {
            Header header;
            std::memcpy(&header, m_buffer.data() + r.offset, sizeof header);
            m_failed = m_failed || std::fwrite(m_buffer.data() + r.offset, 1, header.bytes, m_file) != header.bytes;
            run.end += header.bytes;
        }
        m_failed = m_failed || std::fflush(m_file) != 0;
        m_runs.push_back(run);
    }
    m_buffer.clear();
    m_references.clear();
}

std::string_view SpanSorter::decodeText(const char*& at) const
{
    uint32_t number = 0;
    std::memcpy(&number, at, sizeof number);
    at += sizeof number;
    if (number != kInlineText) {
        return *m_texts[number];
    }
    uint32_t length = 0;
    std::memcpy(&length, at, sizeof length);
    const std::string_view text(at + sizeof length, length);
    at += sizeof length + length;
    return text;
}

TraceSpan SpanSorter::decode(const char* at) const
{
    Header header;
    std::memcpy(&header, at, sizeof header);
    at += sizeof header;
    return {.track = header.track,
            .start = header.start,
            .duration = header.duration,
            .name = decodeText(at),
            .category = decodeText(at),
            .function = decodeText(at),
            .file = decodeText(at),
            .line = header.line,
            .args = {at, header.argumentBytes}}; // evaluated in this order
}

Result<bool> SpanSorter::sorted(const std::function<bool(const TraceSpan&)>& take)
{
    sortBuffer();
    if (m_runs.empty()) {
        return std::all_of(m_references.begin(), m_references.end(),
                           [&](const Reference& r) { return take(decode(m_buffer.data() + r.offset)); });
    }
    spill();
    m_buffer = {};
    m_references = {};
    std::vector<std::unique_ptr<Reader>> readers;
    const size_t pieceBytes = std::clamp(kAllReadersBytes / m_runs.size(), kMinReaderBytes, kReaderBytes);
    for (const Run& run : m_runs) {
        readers.push_back(std::make_unique<Reader>(m_file, run, pieceBytes));
    }
    const auto isLater = [&](size_t a, size_t b) { return orderOf(readers[a]->header(), a) > orderOf(readers[b]->header(), b); };
    std::priority_queue<size_t, std::vector<size_t>, decltype(isLater)> queue(isLater);
    for (size_t i = 0; i < readers.size(); ++i) {
        if (!readers[i]->isDone()) {
            queue.push(i);
        }
    }
    while (!queue.empty() && !m_failed) {
        const size_t i = queue.top();
        queue.pop();
        if (!take(decode(readers[i]->record()))) {
            return false;
        }
        readers[i]->next();
        m_failed = readers[i]->hasFailed();
        if (!readers[i]->isDone()) {
            queue.push(i);
        }
    }
    if (m_failed) {
        return fail(ErrorCode::Io,
                    "The folder {} does not have enough space for the temporary file that is needed to sort the trace", m_folder);
    }
    return true;
}

} // namespace knobscope

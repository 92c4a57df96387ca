// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/spansorter.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <tuple>
#include <vector>

namespace knobscope {

const std::string* SpanSorter::stored(std::string_view text)
{
    const auto known = m_textOf.find(text);
    if (known != m_textOf.end()) {
        return known->second;
    }
    constexpr int64_t entryBytes = 128; // of m_texts and m_textOf
    const std::string& kept = m_texts.emplace_back(text);
    m_bytes += entryBytes + static_cast<int64_t>(text.size());
    return m_textOf.emplace(kept, &kept).first->second;
}

void SpanSorter::add(const TraceSpan& span)
{
    char* args = nullptr;
    if (!span.args.empty()) {
        args = static_cast<char*>(m_args.allocate(span.args.size(), 1));
        std::memcpy(args, span.args.data(), span.args.size());
    }
    m_spans.push_back({.start = span.start,
                       .duration = span.duration,
                       .args = args,
                       .argumentBytes = static_cast<uint32_t>(span.args.size()),
                       .track = span.track,
                       .name = stored(span.name),
                       .category = stored(span.category),
                       .function = stored(span.function),
                       .file = stored(span.file),
                       .line = span.line});
    m_bytes += static_cast<int64_t>(sizeof(Stored) + sizeof(uint32_t) + span.args.size());
}

bool SpanSorter::sorted(const std::function<bool(const TraceSpan&)>& take) const
{
    std::vector<uint32_t> order(m_spans.size());
    std::iota(order.begin(), order.end(), uint32_t{0});
    std::ranges::sort(order, {}, [&](uint32_t i) {
        const Stored& s = m_spans[i];
        return std::tuple(s.track, s.start, -s.duration, i);
    });
    return std::ranges::all_of(order, [&](uint32_t i) {
        const Stored& s = m_spans[i];
        return take({.track = s.track,
                     .start = s.start,
                     .duration = s.duration,
                     .name = *s.name,
                     .category = *s.category,
                     .function = *s.function,
                     .file = *s.file,
                     .line = s.line,
                     .args = {s.args, s.argumentBytes}});
    });
}

} // namespace knobscope

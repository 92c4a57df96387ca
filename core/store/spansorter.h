// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/tracesink.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory_resource>
#include <string>
#include <unordered_map>

namespace knobscope {

/// Keeps spans in memory and sorts them by track, start and descending duration; equal spans keep their order of arrival.
class SpanSorter
{
public:
    void add(const TraceSpan& span);
    int64_t count() const { return static_cast<int64_t>(m_spans.size()); }
    /// Approximate size of the spans in memory.
    int64_t bytes() const { return m_bytes; }
    /// Passes all spans in order to `take`, which returns false to stop. Returns true if all were passed.
    bool sorted(const std::function<bool(const TraceSpan&)>& take) const;

private:
    struct Stored {
        int64_t start = 0;
        int64_t duration = 0;
        const char* args = nullptr;
        uint32_t argumentBytes = 0;
        uint32_t track = 0;
        const std::string* name = nullptr;
        const std::string* category = nullptr;
        const std::string* function = nullptr;
        const std::string* file = nullptr;
        int line = 0;
    };
    const std::string* stored(std::string_view text);

    std::deque<Stored> m_spans;
    std::deque<std::string> m_texts; ///< each once
    std::unordered_map<std::string_view, const std::string*> m_textOf;
    std::pmr::monotonic_buffer_resource m_args;
    int64_t m_bytes = 0;
};

} // namespace knobscope

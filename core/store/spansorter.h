// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/trace/tracesink.h"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace knobscope {

/// Sorts any number of spans by track, start and descending duration in constant memory: writes sorted runs to an unnamed
/// temporary file and merges them at the end.
class SpanSorter
{
public:
    /// `folder` is the folder of the temporary file.
    explicit SpanSorter(std::string folder, size_t bufferBytes = size_t{64} << 20);
    ~SpanSorter();
    /// Errors (a full disk) are reported by sorted().
    void add(const TraceSpan& span);
    int64_t count() const { return m_count; }
    /// Passes all spans in order to `take`, which returns false to stop. Returns true if all were passed.
    Result<bool> sorted(const std::function<bool(const TraceSpan&)>& take);

private:
    struct Reference {
        uint32_t track = 0;
        int64_t start = 0;
        int64_t duration = 0;
        size_t offset = 0;
    };
    struct Run {
        int64_t begin = 0; ///< offset in the file
        int64_t end = 0;
    };
    class Reader;
    void append(std::string_view text);
    void appendText(std::string_view text);
    void sortBuffer();
    void spill();
    TraceSpan decode(const char* at) const;
    std::string_view decodeText(const char*& at) const;

    std::string m_folder;
    size_t m_limit;
    std::vector<char> m_buffer;
    std::vector<Reference> m_references;
    std::vector<Run> m_runs;
    std::FILE* m_file = nullptr;
    bool m_failed = false;
    int64_t m_count = 0;
    std::vector<std::unique_ptr<std::string>> m_texts; ///< frequent texts, by number
    std::unordered_map<std::string_view, uint32_t> m_textOf;
    size_t m_textBytes = 0;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/nesting.h"

#include <algorithm>

namespace knobscope {

namespace {

/// Trial results arrive at most one window of trials late; each trial has a handful of spans.
constexpr size_t kRememberedSpans = 256;
/// Rounding error, in nanoseconds, of times stored as seconds since 1970 in doubles: consecutive spans may seem to overlap by it.
constexpr int64_t kClockError = 1000;

} // namespace

int64_t Nesting::next(int64_t start, int64_t duration)
{
    // Zero-length spans at the same time are nested below each other.
    const auto isOver = [start](const Placed& p) { return p.end < start || (p.end == start && p.start < start); };
    while (!m_open.empty() && isOver(m_open.back())) {
        m_open.pop_back();
    }
    const auto depth = static_cast<int64_t>(m_open.size());
    if (depth < kMaxDepth) {
        m_open.push_back({start, start + duration, depth});
    }
    return depth;
}

int64_t Nesting::place(int64_t& start, int64_t& duration)
{
    int64_t end = start + duration;
    std::vector<bool> taken(m_open.size() + 1, false);
    int64_t below = 0;
    for (const Placed& other : m_open) {
        const int64_t shared = std::min(end, other.end) - std::max(start, other.start);
        if (shared < 0 || (shared == 0 && duration > 0)) {
            continue;
        }
        if (other.start - kClockError <= start && end <= other.end + kClockError && other.end - other.start >= duration) {
            start = std::clamp(start, other.start, other.end);
            end = std::clamp(end, start, other.end);
            below = std::max(below, other.depth + 1);
        } else if (shared < kClockError) {
            (start < other.start ? end : start) = start < other.start ? other.start : other.end;
            continue;
        }
        taken[static_cast<size_t>(std::min<int64_t>(other.depth, static_cast<int64_t>(m_open.size())))] = true;
    }
    duration = end - start;
    while (static_cast<size_t>(below) < taken.size() && taken[static_cast<size_t>(below)]) {
        ++below;
    }
    remember(start, duration, below);
    return below;
}

void Nesting::remember(int64_t start, int64_t duration, int64_t depth)
{
    if (m_open.size() >= kRememberedSpans) {
        m_open.erase(m_open.begin(), m_open.begin() + kRememberedSpans / 4);
    }
    m_open.push_back({start, start + duration, depth});
}

} // namespace knobscope

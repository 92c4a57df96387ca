// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/cpuload.h"

#include "core/measure/cputicks.h"

#include <utility>

namespace knobscope {

namespace {

constexpr double intervalSeconds = 0.5;

} // namespace

std::optional<CpuLoad::Sample> CpuLoad::next(double unixSeconds)
{
    if (unixSeconds < m_last + intervalSeconds) {
        return std::nullopt;
    }
    const auto all = readCpuTicks();
    const auto now = all.find(-1);
    if (now == all.end()) {
        return std::nullopt;
    }
    const int64_t ticks = now->second.total - std::exchange(m_total, now->second.total);
    const int64_t busy = now->second.busy - std::exchange(m_busy, now->second.busy);
    const double percent = ticks > 0 ? 100.0 * static_cast<double>(busy) / static_cast<double>(ticks) : 0;
    const double since = std::exchange(m_last, unixSeconds);
    return since > 0 && ticks > 0 ? std::optional(Sample{since, percent}) : std::nullopt;
}

} // namespace knobscope

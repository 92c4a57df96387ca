// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/cpuload.h"

#include <fstream>
#include <string>
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
    std::ifstream stat("/proc/stat");
    std::string word;
    stat >> word;
    int64_t total = 0;
    int64_t idle = 0;
    for (int field = 0; field < 8; ++field) { // user nice system idle iowait irq softirq steal
        int64_t ticks = 0;
        stat >> ticks;
        total += ticks;
        idle += field == 3 || field == 4 ? ticks : 0;
    }
    if (!stat || word != "cpu") {
        return std::nullopt;
    }
    const int64_t busy = total - idle;
    const int64_t ticks = total - std::exchange(m_total, total);
    const double percent = ticks > 0 ? 100.0 * static_cast<double>(busy - m_busy) / static_cast<double>(ticks) : 0;
    m_busy = busy;
    const double since = std::exchange(m_last, unixSeconds);
    return since > 0 && ticks > 0 ? std::optional(Sample{since, percent}) : std::nullopt;
}

} // namespace knobscope

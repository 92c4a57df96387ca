// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/cputicks.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

namespace knobscope {

std::map<int, CpuTicks> readCpuTicks(std::istream& stat)
{
    std::map<int, CpuTicks> all;
    for (std::string line; std::getline(stat, line) && line.starts_with("cpu");) {
        std::istringstream fields(line);
        std::string name;
        fields >> name;
        CpuTicks ticks;
        for (int field = 0; field < 8; ++field) { // user nice system idle iowait irq softirq steal
            int64_t spent = 0;
            fields >> spent;
            ticks.total += spent;
            ticks.busy += field == 3 || field == 4 ? 0 : spent;
        }
        if (fields) {
            all[name == "cpu" ? -1 : std::atoi(name.c_str() + 3)] = ticks;
        }
    }
    return all;
}

std::map<int, CpuTicks> readCpuTicks()
{
    std::ifstream stat("/proc/stat");
    return readCpuTicks(stat);
}

double busyShare(const std::map<int, CpuTicks>& before, const std::map<int, CpuTicks>& after, std::span<const int> cores)
{
    double busy = 0;
    double total = 0;
    for (const int core : cores) {
        const auto from = before.find(core);
        const auto to = after.find(core);
        if (from != before.end() && to != after.end()) {
            busy += static_cast<double>(to->second.busy - from->second.busy);
            total += static_cast<double>(to->second.total - from->second.total);
        }
    }
    return total > 0 ? busy / total : 0;
}

double busyShareNow(std::span<const int> cores, std::chrono::milliseconds time)
{
    const auto before = readCpuTicks();
    std::this_thread::sleep_for(time);
    return busyShare(before, readCpuTicks(), cores);
}

std::optional<CpuLoad::Sample> CpuLoad::next(double unixSeconds)
{
    constexpr double intervalSeconds = 0.5;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/cputicks.h"

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
    constexpr int all[] = {-1};
    auto now = readCpuTicks();
    const double percent = 100 * busyShare(m_ticks, now, all);
    m_ticks = std::move(now);
    const double since = std::exchange(m_last, unixSeconds);
    return since > 0 && !m_ticks.empty() ? std::optional(Sample{since, percent}) : std::nullopt;
}

} // namespace knobscope

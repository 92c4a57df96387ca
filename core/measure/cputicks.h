// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <span>

namespace knobscope {

/// How a core's time went since the machine started, in the kernel's ticks; time that a hypervisor gave to others is busy.
struct CpuTicks {
    int64_t busy = 0;
    int64_t total = 0;
};

/// By core's number; -1: all of them together. Of /proc/stat, or of a text like it; empty where there is none.
std::map<int, CpuTicks> readCpuTicks(std::istream& stat);
std::map<int, CpuTicks> readCpuTicks();

/// The share of the time between two looks in which these cores were busy, the mean of them, 0 to 1; 0 where nothing is known.
double busyShare(const std::map<int, CpuTicks>& before, const std::map<int, CpuTicks>& after, std::span<const int> cores);

/// The same from now on, for so long.
double busyShareNow(std::span<const int> cores, std::chrono::milliseconds time);

/// How busy all cores of this machine are, from /proc/stat; says nothing where there is none.
class CpuLoad
{
public:
    struct Sample {
        double since = 0;   ///< Unix seconds; the load is the mean from then on
        double percent = 0; ///< of all cores
    };
    /// At most twice a second, and nothing the first time.
    std::optional<Sample> next(double unixSeconds);

private:
    double m_last = 0;
    std::map<int, CpuTicks> m_ticks;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <span>

namespace knobscope {

/// CPU time of a core since boot, in kernel ticks; steal time counts as busy.
struct CpuTicks {
    int64_t busy = 0;
    int64_t total = 0;
};

/// By core number; -1: all cores together. Parses /proc/stat or a text like it; empty if there is none.
std::map<int, CpuTicks> readCpuTicks(std::istream& stat);
std::map<int, CpuTicks> readCpuTicks();

/// Mean share of time, 0 to 1, in which these cores were busy between two samples; 0 if unknown.
double busyShare(const std::map<int, CpuTicks>& before, const std::map<int, CpuTicks>& after, std::span<const int> cores);

/// The same for the next `time`; blocks for that long.
double busyShareNow(std::span<const int> cores, std::chrono::milliseconds time);

/// Load of all cores of this machine, from /proc/stat; no samples without it.
class CpuLoad
{
public:
    struct Sample {
        double since = 0;   ///< Unix seconds at the start of the averaging interval
        double percent = 0; ///< mean of all cores
    };
    /// Returns a sample at most twice a second, nullopt in between and on the first call.
    std::optional<Sample> next(double unixSeconds);

private:
    double m_last = 0;
    std::map<int, CpuTicks> m_ticks;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace knobscope {

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
    int64_t m_busy = 0;
    int64_t m_total = 0;
};

} // namespace knobscope

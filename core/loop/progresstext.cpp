// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/progresstext.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

std::string taskPrefix(int64_t number, int64_t count)
{
    return fmt::format("[Task {:2}/{:2}] ", number, count);
}

std::string progressLine(const std::string& prefix, const Progress& p)
{
    return fmt::format("{} Current/Best: {:7.2f}/{:7.2f} GFLOPS | Progress: ({}/{}) | {:.2f} s", prefix, p.currentGflops,
                       p.bestGflops, p.done, p.total, p.elapsedSeconds);
}

std::string durationText(double seconds)
{
    const auto whole = static_cast<int64_t>(std::llround(std::max(0.0, seconds)));
    if (whole < 60) {
        return phrase("{} s", whole).message;
    }
    if (whole < 3600) {
        return phrase("{} min {} s", whole / 60, whole % 60).message;
    }
    return phrase("{} h {} min", whole / 3600, whole / 60 % 60).message;
}

} // namespace knobscope

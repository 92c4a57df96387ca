// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progresstext.h"

namespace knobscope::cli {

std::string taskPrefix(int64_t number, int64_t count)
{
    return fmt::format("[Task {:2}/{:2}] ", number, count);
}

std::string progressLine(const std::string& prefix, const Progress& p)
{
    return fmt::format("{} Current/Best: {:7.2f}/{:7.2f} GFLOPS | Progress: ({}/{}) | {:.2f} s", prefix, p.currentGflops,
                       p.bestGflops, p.done, p.total, p.elapsedSeconds);
}

} // namespace knobscope::cli

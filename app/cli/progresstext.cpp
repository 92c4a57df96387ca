// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progresstext.h"

namespace knobscope::cli {

std::string taskPrefix(int64_t number, int64_t count)
{
    return fmt::format("[Task {:2}/{:2}] ", number, count);
}

std::string trialsText(int64_t trials)
{
    return phrase("{} (trial|trials)", trials).message;
}

std::string progressLine(const std::string& prefix, const Progress& p)
{
    return fmt::format("{} Current/Best: {:7.2f}/{:7.2f} GFLOPS | Progress: ({}/{}) | {:.2f} s", prefix, p.currentGflops,
                       p.bestGflops, p.done, p.total, p.elapsedSeconds);
}

std::string pruningText(const PruneCount& count)
{
    const std::string left = phrase("{} of {} (proposal|proposals) skipped as unpromising", count.pruned, count.judged).message;
    return count.checked == 0 ? left
                              : fmt::format("{}; of {} measured anyway {} {} good", left, count.checked, count.mistaken,
                                            count.mistaken == 1 ? "was" : "were");
}

std::string warmStartText(const WarmStart& warm)
{
    return phrase("Warm start from {}: {} of {} (record|records) used", warm.source, warm.used, warm.records).message;
}

} // namespace knobscope::cli

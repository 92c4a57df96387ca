// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progresstext.h"

namespace knobscope::cli {

namespace {

std::string triedText(const WarmStart& warm)
{
    std::string text =
        phrase("; {} (trial tried the fastest earlier config|trials tried the fastest earlier configs)", warm.tried).message;
    if (warm.triedAt == 0) {
        return text + ", and none of them worked";
    }
    text += fmt::format(", the best of them ({:.2f} GFLOPS, {:.0f} % of the run's best) at trial {}", warm.triedGflops,
                        100 * warm.triedShare, warm.triedAt);
    return text
         + (warm.ownAt > 0 ? fmt::format("; the first other config as fast came at trial {}", warm.ownAt)
                           : std::string("; no other config was as fast"));
}

std::string coldText(const WarmStart& warm)
{
    const std::string here =
        warm.warmTrials == 0 ? "was not reached here" : fmt::format("was reached here at trial {}", warm.warmTrials);
    const std::string cold = warm.coldTrials == 0
                               ? phrase("not in the {} (trial|trials) of the cold run {}", warm.coldLength, warm.coldRow).message
                               : fmt::format("in the cold run {} at trial {}", warm.coldRow, warm.coldTrials);
    // The cold runs are in the same project, so a run that learned from the project learned from them too.
    return fmt::format("; {:.0f} % of the best of both runs ({:.2f} GFLOPS) {}, {}{}", 100 * WarmStart::kComparedShare,
                       warm.commonGflops, here, cold, warm.source == "project" ? ", from which this run learned" : "");
}

} // namespace

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
    std::string text = phrase("Warm start from {}: {} of {} (record|records) used", warm.source, warm.used, warm.records).message;
    if (warm.used == 0) {
        return text;
    }
    if (warm.kept > 0) {
        text += phrase(", {} (config|configs) not measured again", warm.kept).message;
    }
    if (warm.firstTrials > 0 && warm.shareOfBest > 0) {
        text += phrase("; the first {} (trial|trials) reached {:.0f} % of the best", warm.firstTrials, 100 * warm.shareOfBest)
                    .message;
    }
    text += warm.tried > 0 ? triedText(warm) : "";
    return text + (warm.coldRow > 0 ? coldText(warm) : "");
}

} // namespace knobscope::cli

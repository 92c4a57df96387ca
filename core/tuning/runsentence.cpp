// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/runsentence.h"

#include "core/base/numbertext.h"

namespace knobscope {

namespace {

constexpr double kNearlyFullPace = 0.9; // share of full pace

/// Appends `more` to `text`.
void append(Sentence& text, const Sentence& more)
{
    text = text.empty() ? more : phrase("{}{}", text, more);
}

/// Four significant digits, or a whole number.
std::string milliseconds(double seconds)
{
    const double ms = seconds * 1e3;
    return ms < 1e3 ? fmt::format("{:.4g}", ms) : fmt::format("{:.0f}", ms);
}

/// Speed-up of the best config, and a warning if the machine's pace was low.
void appendSpeedAndPace(Sentence& text, const RunFinished& result)
{
    if (result.bestSpeedup > 0) {
        append(text, phrase(" It is {:.2f} times as fast as untuned.", result.bestSpeedup));
    }
    if (result.pace > 0 && result.pace < kNearlyFullPace) {
        append(text, phrase(" The CPU ran at {:.0f} % of its normal speed. Was something else running?", 100 * result.pace));
    }
}

/// Benefit of earlier results, as far as the run's trials show it.
void appendSavedByEarlier(Sentence& text, const WarmStart& warm)
{
    if (warm.used == 0) {
        return;
    }
    if (warm.kept > 0) {
        append(text, phrase(" {} (config was|configs were) not measured again.", warm.kept));
    }
    if (warm.tried > 0 && warm.triedAt == 0) {
        append(text, phrase(" None of the fastest earlier configs worked."));
    } else if (warm.triedAt > 0) {
        append(text, phrase(" The fastest earlier config, {:.1f} GFLOPS ({:.0f} % of the best), was trial {};", warm.triedGflops,
                            100 * warm.triedShare, warm.triedAt));
        append(text, warm.ownAt > 0 ? phrase(" another config was as fast at trial {}.", warm.ownAt)
                                    : phrase(" no other config was as fast."));
    }
    if (warm.coldRow <= 0) {
        return;
    }
    append(text,
           warm.coldTrials == 0
               ? phrase(" This run reached 95 % of the best of both at trial {}; the cold run {} did not reach it in {}.",
                        warm.warmTrials, warm.coldRow, warm.coldLength)
           : warm.warmTrials == 0
               ? phrase(" This run did not reach 95 % of the best of both; the cold run {} did at trial {}.", warm.coldRow,
                        warm.coldTrials)
               : phrase(" This run reached 95 % of the best of both at trial {}, compared with trial {} in the cold run {}.",
                        warm.warmTrials, warm.coldTrials, warm.coldRow));
    if (warm.source == "project") {
        append(text, phrase(" It had learned from that run."));
    }
}

} // namespace

Sentence endOfRun(const std::string& label, const RunFinished& result)
{
    const Sentence state(result.reason);
    const Sentence reason = result.detail.empty() ? state : phrase("{}: {}", state, result.detail);
    if (result.bestIndex < 0) {
        return result.trials == 0 ? phrase("{} {}. No config was measured.", label, reason)
             : result.trials == 1 ? phrase("{} {}. The only trial failed.", label, reason)
                                  : phrase("{} {}. All {} trials failed.", label, reason, result.trials);
    }
    const std::string best = milliseconds(result.bestSeconds);
    Sentence text =
        phrase("{} {}. Best {:.1f} GFLOPS ({}) with config {}; {}, {:.1f} per second.", label, reason, result.bestGflops,
               result.bestSpeedup > 0 ? phrase("{} ms at full speed", best) : phrase("{} ms", best), result.bestIndex,
               phrase("{} (trial|trials)", groupedNumber(result.trials)), result.trialsPerSecond);
    appendSpeedAndPace(text, result);
    appendSavedByEarlier(text, result.warm);
    return text;
}

Sentence endOfNetwork(const std::string& network, const TunedNetwork& tuned)
{
    const SharedOutcome& outcome = tuned.outcome;
    const double last = outcome.share.networkSeconds();
    Sentence text = outcome.reason == "finished" ? phrase("{} is tuned.", network) : phrase("{} was stopped.", network);
    if (last > 0 && outcome.firstSeconds > 0) {
        append(text, phrase(" Its layers take {} ms instead of {} ms.", milliseconds(last), milliseconds(outcome.firstSeconds)));
    }
    if (tuned.wholeRuns.size() > 1) {
        append(text, phrase(" The whole network takes {} ms instead of {} ms.", milliseconds(tuned.wholeRuns.back().seconds),
                            milliseconds(tuned.wholeRuns.front().seconds)));
    }
    const SharedPoint end = outcome.curve.empty() ? SharedPoint{} : outcome.curve.back();
    if (last > 0 && !end.isWhole) {
        append(text, phrase(" Some layers are only estimated."));
    }
    append(text, phrase(" {} (trial|trials) in {}.", groupedNumber(end.trials), durationText(end.seconds)));
    return text;
}

Sentence pruningSentence(const PruneCount& count)
{
    const Sentence skipped = phrase("{} of {} (proposal|proposals) skipped as unpromising", count.pruned, count.judged);
    return count.checked == 0 ? skipped
                              : phrase("{}; of {} measured anyway {} (was|were) good", skipped, count.checked, count.mistaken);
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/runsentence.h"

#include "core/base/numbertext.h"

namespace knobscope {

namespace {

/// Appends `more` to `text`.
void append(Sentence& text, const Sentence& more)
{
    text = text.empty() ? more : phrase("{}{}", text, more);
}

/// Speed-up of the best config, and a warning if the machine's pace was low.
void appendSpeedAndPace(Sentence& text, const RunFinished& result)
{
    if (result.bestSpeedup > 0) {
        append(text, phrase(" It is {:.2f} times as fast as untuned.", result.bestSpeedup));
    }
    if (const Sentence slow = clockWarning(result.pace); !slow.empty()) {
        append(text, slow);
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
    const std::string best = millisecondsText(result.bestSeconds);
    Sentence text =
        phrase("{} {}. Best {:.1f} GFLOPS ({}) with config {}; {}, {:.1f} per second.", label, reason, result.bestGflops,
               result.bestSpeedup > 0 ? phrase("{} ms at full speed", best) : phrase("{} ms", best), result.bestIndex,
               phrase("{} (trial|trials)", groupedNumber(result.trials)), result.trialsPerSecond);
    appendSpeedAndPace(text, result);
    if (const int64_t used = result.warm.used; used > 0) {
        append(text, phrase(" {} (earlier record was|earlier records were) used.", used));
    }
    return text;
}

Sentence endOfNetwork(const std::string& network, const TunedNetwork& tuned)
{
    const SharedOutcome& outcome = tuned.outcome;
    const double last = outcome.share.networkSeconds();
    const bool isNoFaster = tuned.comparison && !tuned.comparison->isFaster();
    Sentence text = outcome.reason != "finished" ? phrase("{} was stopped.", network)
                  : isNoFaster                   ? phrase("{} was tuned.", network)
                                                 : phrase("{} is tuned.", network);
    if (last > 0 && outcome.firstSeconds > 0) {
        append(text, phrase(" Its layers take {} ms instead of {} ms.", millisecondsText(last),
                            millisecondsText(outcome.firstSeconds)));
    }
    if (tuned.comparison) {
        append(text, phrase(" {}", comparisonSentence(*tuned.comparison)));
    } else if (tuned.wholeRuns.size() > 1) {
        append(text, phrase(" The whole network takes {} ms instead of {} ms.", millisecondsText(tuned.wholeRuns.back().seconds),
                            millisecondsText(tuned.wholeRuns.front().seconds)));
    }
    const SharedPoint end = outcome.curve.empty() ? SharedPoint{} : outcome.curve.back();
    if (last > 0 && !end.isWhole) {
        append(text, phrase(" Some layers are only estimated."));
    }
    append(text, phrase(" {} (trial|trials) in {}.", groupedNumber(end.trials), durationText(end.seconds)));
    return text;
}

NetworkProgress progressOf(const NetworkTuning& tuning, size_t task, const SharedPoint& point, const TrialShare& share)
{
    const double seconds = tuning.budget.seconds;
    const double left = seconds > 0 ? std::max(0.0, seconds - point.seconds) : -1;
    return {tuning.plan.network, point, share.untunedNetworkSeconds(), left, tuning.budget.trials, tuning.plan.tasks[task].id};
}

Sentence progressSentence(const NetworkProgress& p)
{
    Sentence text = phrase("{}: its layers take {} ms", p.network, millisecondsText(p.point.networkSeconds));
    if (!p.point.isWhole) {
        append(text, phrase(" (some are estimated)"));
    } else if (p.untunedSeconds > 0) {
        append(text, phrase(", {:.2f} times as fast as untuned", p.untunedSeconds / p.point.networkSeconds));
    }
    const std::string done = groupedNumber(p.point.trials);
    append(text, p.trials > 0 ? phrase(", {} of {} (trial|trials)", done, groupedNumber(p.trials))
                              : phrase(", {} (trial|trials)", done));
    if (p.secondsLeft >= 0) {
        append(text, phrase(", {} left", durationText(p.secondsLeft)));
    }
    return text;
}

Sentence pruningSentence(const PruneCount& count)
{
    const Sentence skipped = phrase("{} of {} (proposal|proposals) skipped as unpromising", count.pruned, count.judged);
    return count.checked == 0 ? skipped
                              : phrase("{}; of {} measured anyway {} (was|were) good", skipped, count.checked, count.mistaken);
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/runsentence.h"

#include "widgets/base/number.h"

namespace knobscope {

namespace {

constexpr double kNearlyFullPace = 0.9; // share of full pace

/// number() as an argument of a Sentence.
template<class... T>
std::string inFigures(T... value)
{
    return number(value...).toStdString();
}

/// Appends `more` to `text`.
void append(Sentence& text, const Sentence& more)
{
    text = text.empty() ? more : phrase("{}{}", text, more);
}

/// Speed-up of the best config, and a warning if the machine's pace was low.
void appendSpeedAndPace(Sentence& text, const RunFinished& result)
{
    if (result.bestSpeedup > 0) {
        append(text, phrase(" It is {} times as fast as untuned.", inFigures(result.bestSpeedup, 2)));
    }
    if (result.pace > 0 && result.pace < kNearlyFullPace) {
        append(text,
               phrase(" The CPU ran at {} % of its normal speed. Was something else running?", inFigures(100 * result.pace, 0)));
    }
}

} // namespace

Sentence endOfRun(const QString& label, const RunFinished& result)
{
    const std::string name = label.toStdString();
    const Sentence state(result.reason);
    const Sentence reason = result.detail.empty() ? state : phrase("{}: {}", state, result.detail);
    if (result.bestIndex < 0) {
        return result.trials == 1 ? phrase("{} {}. The only trial failed.", name, reason)
                                  : phrase("{} {}. All {} trials failed.", name, reason, result.trials);
    }
    const std::string best = milliseconds(result.bestSeconds).toStdString();
    Sentence text =
        phrase("{} {}. Best {} GFLOPS ({}) with config {}; {}, {} per second.", name, reason, inFigures(result.bestGflops, 1),
               result.bestSpeedup > 0 ? phrase("{} ms at full speed", best) : phrase("{} ms", best), inFigures(result.bestIndex),
               phrase("{} (trial|trials)", inFigures(result.trials)), inFigures(result.trialsPerSecond, 1));
    appendSpeedAndPace(text, result);
    if (const int64_t used = result.warm.used; used > 0) {
        append(text, phrase(" {} (earlier record was|earlier records were) used.", inFigures(used)));
    }
    return text;
}

Sentence endOfNetwork(const QString& network, const TunedNetwork& tuned)
{
    const SharedOutcome& outcome = tuned.outcome;
    const auto ms = [](double seconds) { return milliseconds(seconds).toStdString(); };
    const std::string name = network.toStdString();
    const double last = outcome.share.networkSeconds();
    Sentence text = outcome.reason == "stopped" ? phrase("{} was stopped.", name) : phrase("{} is tuned.", name);
    if (last > 0 && outcome.firstSeconds > 0) {
        append(text, phrase(" Its layers take {} ms instead of {} ms.", ms(last), ms(outcome.firstSeconds)));
    }
    if (tuned.wholeRuns.size() > 1) {
        append(text, phrase(" The whole network takes {} ms instead of {} ms.", ms(tuned.wholeRuns.back().seconds),
                            ms(tuned.wholeRuns.front().seconds)));
    }
    const int64_t trials = outcome.curve.back().trials;
    append(text, trials == 1 ? phrase(" 1 trial.") : phrase(" {} trials.", trials));
    return text;
}

} // namespace knobscope

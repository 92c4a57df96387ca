// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/runsentence.h"

#include "widgets/text/number.h"

#include <QLocale>

namespace knobscope {

namespace {

constexpr double nearlyFull = 0.9; // of the machine's pace

std::string inWords(const QString& text)
{
    return text.toStdString();
}

/// `more` behind `text`, which it goes on with.
void goOnWith(Sentence& text, const Sentence& more)
{
    text = text.empty() ? more : phrase("{}{}", text, more);
}

/// What the best is worth, and under what circumstances that was found out.
void appendSpeedAndPace(Sentence& text, const RunFinished& result)
{
    if (result.bestSpeedup > 0) {
        goOnWith(text, phrase(" It is {} times as fast as untuned.", inWords(number(result.bestSpeedup, 2))));
    }
    if (result.pace > 0 && result.pace < nearlyFull) {
        goOnWith(text, phrase(" The machine went at {} % of its pace: was something else running?",
                              inWords(number(100 * result.pace, 0))));
    }
}

/// What earlier results were worth, in terms that the run's trials show.
void appendSavedByEarlier(Sentence& text, const WarmStart& warm)
{
    if (warm.used == 0) {
        return;
    }
    if (warm.triedAt > 0) {
        goOnWith(text, phrase(" The fastest earlier config, {} GFLOPS ({} % of the best), was trial {};",
                              inWords(number(warm.triedGflops, 1)), inWords(number(100 * warm.triedShare, 0)),
                              inWords(number(warm.triedAt))));
        goOnWith(text, warm.ownAt > 0 ? phrase(" another config was as fast at trial {}.", inWords(number(warm.ownAt)))
                                      : phrase(" no other config was as fast."));
    }
    if (warm.coldRow <= 0) {
        return;
    }
    const std::string row = inWords(number(warm.coldRow));
    const std::string here = inWords(number(warm.warmTrials));
    if (warm.coldTrials == 0) {
        goOnWith(text, phrase(" 95 % of the best of both came at trial {} here; the cold run {} did not reach it in {}.", here,
                              row, inWords(number(warm.coldLength))));
    } else if (warm.warmTrials == 0) {
        goOnWith(text, phrase(" This run did not reach 95 % of the best of both; the cold run {} did at trial {}.", row,
                              inWords(number(warm.coldTrials))));
    } else {
        goOnWith(text, phrase(" 95 % of the best of both came at trial {} here, and at {} in the cold run {}.", here,
                              inWords(number(warm.coldTrials)), row));
    }
    if (warm.source == "project") {
        goOnWith(text, phrase(" It knew that run's results."));
    }
}

} // namespace

Sentence endOfRun(const QString& label, const RunFinished& result)
{
    const std::string name = inWords(label);
    const Sentence state(result.reason);
    const Sentence reason = result.detail.empty() ? state : phrase("{}: {}", state, result.detail);
    if (result.bestIndex < 0) {
        return result.trials == 1 ? phrase("{} {}. No config worked in 1 trial.", name, reason)
                                  : phrase("{} {}. No config worked in {} trials.", name, reason, result.trials);
    }
    const QLocale locale;
    const std::string best = inWords(milliseconds(result.bestSeconds));
    Sentence text =
        phrase("{} {}. Best {} GFLOPS ({}) with config {}; {}, {} a second.", name, reason,
               inWords(locale.toString(result.bestGflops, 'f', 1)),
               result.bestSpeedup > 0 ? phrase("{} ms at full pace", best) : phrase("{} ms", best),
               inWords(locale.toString(qlonglong(result.bestIndex))),
               result.trials == 1 ? phrase("1 trial") : phrase("{} trials", inWords(locale.toString(qlonglong(result.trials)))),
               inWords(locale.toString(result.trialsPerSecond, 'f', 1)));
    appendSpeedAndPace(text, result);
    appendSavedByEarlier(text, result.warm);
    return text;
}

Sentence endOfNetwork(const QString& network, const TunedNetwork& tuned)
{
    const SharedOutcome& outcome = tuned.outcome;
    const auto ms = [](double seconds) { return inWords(milliseconds(seconds)); };
    const double last = outcome.share.networkSeconds();
    Sentence text =
        outcome.reason == "stopped" ? phrase("{} was stopped.", inWords(network)) : phrase("{} is tuned.", inWords(network));
    if (last > 0 && outcome.firstSeconds > 0) {
        goOnWith(text, phrase(" Its layers take {} ms instead of {} ms.", ms(last), ms(outcome.firstSeconds)));
    }
    if (tuned.wholeRuns.size() > 1) {
        goOnWith(text, phrase(" Run as a whole it takes {} ms instead of {} ms.", ms(tuned.wholeRuns.back().seconds),
                              ms(tuned.wholeRuns.front().seconds)));
    }
    const int64_t trials = outcome.curve.back().trials;
    goOnWith(text, trials == 1 ? phrase(" 1 trial.") : phrase(" {} trials.", trials));
    return text;
}

} // namespace knobscope

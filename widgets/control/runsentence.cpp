// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/runsentence.h"

#include "widgets/text/number.h"
#include "widgets/translation/coretext.h"

#include <QCoreApplication>
#include <QLocale>

namespace knobscope {

namespace {

struct RunSentence {
    Q_DECLARE_TR_FUNCTIONS(RunSentence)
};

constexpr double nearlyFull = 0.9; // of the machine's pace

/// What the best is worth, and under what circumstances that was found out.
QString speedAndPace(const RunFinished& result)
{
    const QLocale locale;
    QString text;
    if (result.bestSpeedup > 0) {
        text = RunSentence::tr(" It is %1 times as fast as untuned.").arg(locale.toString(result.bestSpeedup, 'f', 2));
    }
    if (result.pace > 0 && result.pace < nearlyFull) {
        text += RunSentence::tr(" The machine went at %1 % of its pace: was something else running?")
                    .arg(locale.toString(100 * result.pace, 'f', 0));
    }
    return text;
}

/// What earlier results were worth, in terms that the run's trials show.
QString savedByEarlier(const WarmStart& warm)
{
    if (warm.used == 0) {
        return {};
    }
    QString text;
    if (warm.triedAt > 0) {
        text = RunSentence::tr(" The fastest earlier config, %1 GFLOPS (%2 % of the best), was trial %3;")
                   .arg(number(warm.triedGflops, 1), number(100 * warm.triedShare, 0), number(warm.triedAt))
             + (warm.ownAt > 0 ? RunSentence::tr(" another config was as fast at trial %1.").arg(number(warm.ownAt))
                               : RunSentence::tr(" no other config was as fast."));
    }
    if (warm.coldRow > 0 && warm.coldTrials == 0) {
        text += RunSentence::tr(" 95 % of the best of both took %1 trials here; the cold run %2 did not reach it in %3.")
                    .arg(number(warm.warmTrials), number(warm.coldRow), number(warm.coldLength));
    } else if (warm.coldRow > 0 && warm.warmTrials == 0) {
        text += RunSentence::tr(" This run did not reach 95 % of the best of both; the cold run %1 took %2 trials.")
                    .arg(number(warm.coldRow), number(warm.coldTrials));
    } else if (warm.coldRow > 0) {
        text += RunSentence::tr(" 95 % of the best of both took %1 trials here, and %2 in the cold run %3.")
                    .arg(number(warm.warmTrials), number(warm.coldTrials), number(warm.coldRow));
    }
    if (warm.coldRow > 0 && warm.source == "project") {
        text += RunSentence::tr(" It knew that run's results.");
    }
    return text;
}

} // namespace

QString endOfRun(const QString& label, const RunFinished& result)
{
    const QLocale locale;
    const QString why = coreText(result.reason);
    const QString reason = result.detail.empty() ? why : RunSentence::tr("%1: %2").arg(why, coreText(result.detail));
    if (result.bestIndex < 0) {
        return RunSentence::tr("%1 %2. No config worked in %n trial(s).", nullptr, static_cast<int>(result.trials))
            .arg(label, reason);
    }
    const QString best = milliseconds(result.bestSeconds);
    return RunSentence::tr("%1 %2. Best %3 GFLOPS (%4) with config %5; %6 trials, %7 a second.")
               .arg(label, reason, locale.toString(result.bestGflops, 'f', 1),
                    result.bestSpeedup > 0 ? RunSentence::tr("%1 ms at full pace").arg(best) : RunSentence::tr("%1 ms").arg(best),
                    locale.toString(qlonglong(result.bestIndex)), locale.toString(qlonglong(result.trials)),
                    locale.toString(result.trialsPerSecond, 'f', 1))
         + speedAndPace(result) + savedByEarlier(result.warm);
}

QString endOfNetwork(const QString& network, const TunedNetwork& tuned)
{
    const SharedOutcome& outcome = tuned.outcome;
    const double last = outcome.share.networkSeconds();
    QString text = outcome.reason == "stopped" ? RunSentence::tr("%1 was stopped.").arg(network)
                                               : RunSentence::tr("%1 is tuned.").arg(network);
    if (last > 0 && outcome.firstSeconds > 0) {
        text += RunSentence::tr(" Its layers take %1 ms instead of %2 ms.")
                    .arg(milliseconds(last), milliseconds(outcome.firstSeconds));
    }
    if (tuned.wholeRuns.size() > 1) {
        text += RunSentence::tr(" Run as a whole it takes %1 ms instead of %2 ms.")
                    .arg(milliseconds(tuned.wholeRuns.back().seconds), milliseconds(tuned.wholeRuns.front().seconds));
    }
    return text + RunSentence::tr(" %n trial(s).", nullptr, static_cast<int>(outcome.curve.back().trials));
}

} // namespace knobscope

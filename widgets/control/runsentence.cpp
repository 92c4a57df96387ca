// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/runsentence.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace knobscope {

namespace {

struct RunSentence {
    Q_DECLARE_TR_FUNCTIONS(RunSentence)
};

constexpr double worthSaying = 0.01;
constexpr double worthWarning = 0.1;

QString retimed(const RunFinished& result)
{
    const double change = result.trialGflops > 0 ? result.bestGflops / result.trialGflops - 1 : 0;
    if (std::abs(change) < worthSaying) {
        return {};
    }
    const QString text = RunSentence::tr(" Timed again at the end; in its trial it had shown %1 GFLOPS.")
                             .arg(QLocale().toString(result.trialGflops, 'f', 1));
    return std::abs(change) < worthWarning
             ? text
             : text
                   + RunSentence::tr(" The machine's pace changed by %1 % meanwhile: was something else running?")
                         .arg(QLocale().toString(100 * std::abs(change), 'f', 0));
}

} // namespace

QString endOfRun(const QString& label, const RunFinished& result)
{
    const QLocale locale;
    const QString why = QString::fromStdString(result.reason);
    const QString reason =
        result.detail.empty() ? why : RunSentence::tr("%1: %2").arg(why, QString::fromStdString(result.detail));
    if (result.bestIndex < 0) {
        return RunSentence::tr("%1 %2. No config worked in %n trial(s).", nullptr, static_cast<int>(result.trials))
            .arg(label, reason);
    }
    return RunSentence::tr("%1 %2. Best %3 GFLOPS (%4 ms) with config %5; %6 trials, %7 a second.")
               .arg(label, reason, locale.toString(result.bestGflops, 'f', 1), locale.toString(result.bestSeconds * 1e3, 'f', 4),
                    locale.toString(qlonglong(result.bestIndex)), locale.toString(qlonglong(result.trials)),
                    locale.toString(result.trialsPerSecond, 'f', 1))
         + retimed(result);
}

} // namespace knobscope

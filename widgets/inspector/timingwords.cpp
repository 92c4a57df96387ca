// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/timingwords.h"

#include "core/measure/timingdoubt.h"
#include "core/stats/statistics.h"
#include "widgets/text/number.h"

#include <QCoreApplication>
#include <QStringList>

namespace knobscope {

namespace {

struct TimingWords {
    Q_DECLARE_TR_FUNCTIONS(TimingWords)
};

QString worth(const Timing& timing)
{
    const QString speedup = number(timing.speedup, 3);
    return timing.speedupLow > 0 ? TimingWords::tr("%1 times as fast as untuned (%2 to %3)")
                                       .arg(speedup, number(timing.speedupLow, 3), number(timing.speedupHigh, 3))
                                 : TimingWords::tr("%1 times as fast as untuned").arg(speedup);
}

QString asItRan(const Timing& timing)
{
    QStringList parts{TimingWords::tr("%1 ms as it ran").arg(milliseconds(timing.secondsNow))};
    if (timing.pace > 0) {
        parts << TimingWords::tr("at %1 % of the machine's pace").arg(number(100 * timing.pace, 0));
    }
    if (timing.pairs > 0) {
        parts << TimingWords::tr("%n pair(s)", nullptr, timing.pairs);
    }
    return parts.join(TimingWords::tr(", "));
}

} // namespace

QString timingWords(double gflops, double seconds, const Timing& timing)
{
    const bool isAtFullPace = timing.speedup > 0;
    QStringList lines{(isAtFullPace ? TimingWords::tr("%1 GFLOPS, %2 ms at full pace") : TimingWords::tr("%1 GFLOPS, %2 ms"))
                          .arg(number(gflops, 1), milliseconds(seconds))};
    if (isAtFullPace) {
        lines << worth(timing);
    }
    if (timing.secondsNow > 0) {
        lines << asItRan(timing);
    }
    if (const auto levels = twoLevels(timing.candidate)) {
        lines << TimingWords::tr("Two levels: %1 ms and, %2 % of the time, %3 ms. The machine changed its pace.")
                     .arg(milliseconds(levels->low), number(levels->highShare * 100, 0), milliseconds(levels->high));
    }
    if (doubtOf(timing) > 0) {
        lines << TimingWords::tr("The machine is not steady: the speed-up is known to %1 % only.")
                     .arg(number(doubtOf(timing) * 100, 1));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace knobscope

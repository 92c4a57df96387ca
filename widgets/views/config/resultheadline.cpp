// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/resultheadline.h"

#include "core/worker/kernelmessage.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/listtext.h"
#include "widgets/base/number.h"
#include "widgets/base/outcome.h"

namespace knobscope {

namespace {

/// "1.21 times untuned, 94 % of this core's peak, ± 0.6 %, trial 16 of run 19", without what is unknown.
QString qualified(double speedup, const QString& share, const Timing& timing, const QString& where)
{
    const double half = timing.speedupLow > 0 && timing.speedupHigh > timing.speedupLow
                          ? (timing.speedupHigh - timing.speedupLow) / (timing.speedupHigh + timing.speedupLow)
                          : timing.uncertainty.value_or(0);
    QStringList parts{speedup > 0 ? ResultHeadline::tr("%1 times untuned").arg(number(speedup, 2)) : QString(), share,
                      half > 0 ? ResultHeadline::tr("± %1 %").arg(number(100 * half, 1)) : QString(), where,
                      timing.tiedWith ? ResultHeadline::tr("tied with trial %1").arg(*timing.tiedWith) : QString()};
    parts.removeAll(QString());
    return listText(parts);
}

} // namespace

ResultHeadline::ResultHeadline()
    : Headline("headline")
{
    showUnmeasured();
}

void ResultHeadline::showUnmeasured(bool isEdited)
{
    showNone(isEdited ? tr("Not measured in the edited space.") : tr("This config has not been measured."));
}

void ResultHeadline::showTrial(TrialRef trial, const TrialRow& row, SpeedUnit unit, const QString& share)
{
    const QString where = tr("trial %1 of run %2").arg(trial.number).arg(trial.run);
    if (row.errorNo != 0) {
        show(tr("Failed"), {}, tr("%1: %2").arg(where, outcomeName(static_cast<int>(row.errorNo))));
        return;
    }
    show(number(row.gflops, 1), FlopsCount::unit(unit), qualified(row.speedup, share, fromJson<Timing>(row.timing), where));
}

void ResultHeadline::showMeasured(const Task& task, const MeasureResult& result, const QString& share)
{
    if (result.error != MeasureError::None) {
        show(tr("Failed"), {}, outcomeName(static_cast<int>(result.error)));
        return;
    }
    show(number(task.autotvmFlops / result.meanCost() / 1e9, 1), tr("GFLOPS"),
         qualified(result.timing.speedup, share, result.timing, tr("measured by itself")));
}

} // namespace knobscope

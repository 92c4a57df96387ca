// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/experimenttext.h"
#include "widgets/text/number.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

class ExperimentWords
{
    Q_DECLARE_TR_FUNCTIONS(ExperimentWords)
};

QString withSign(double value, int digits)
{
    return value < 0 ? QStringLiteral("−") + number(-value, digits) : QStringLiteral("+") + number(value, digits);
}

qsizetype reachedBy(const std::vector<ExperimentRun>& runs)
{
    return std::count_if(runs.begin(), runs.end(), [](const ExperimentRun& run) { return run.trialsToTarget > 0; });
}

QString trialsText(const ExperimentResult& result, const QString& nameB)
{
    if (!result.trialsToTarget) {
        return {};
    }
    const PairedDifference& t = *result.trialsToTarget;
    const QString trials = number(std::abs(t.estimate), 1);
    const QString needed = std::abs(t.estimate) < 0.05
                             ? ExperimentWords::tr("Where both did, %1 needed as many trials.").arg(nameB)
                         : t.estimate > 0 ? ExperimentWords::tr("Where both did, %1 needed %2 trials more.").arg(nameB, trials)
                                          : ExperimentWords::tr("Where both did, %1 needed %2 trials fewer.").arg(nameB, trials);
    return std::isfinite(t.low)
             ? ExperimentWords::tr("%1 95 % interval %2 to %3.").arg(needed, withSign(t.low, 1), withSign(t.high, 1))
             : needed;
}

QString verdictWords(const ExperimentResult& result, const QString& better)
{
    const QString p = figures(result.gflops.pValue, 2);
    switch (verdictOf(result)) {
    case ExperimentVerdict::Shown:
        return ExperimentWords::tr("%1 finds faster kernels with this budget (p = %2, by the signed ranks of the seeds).")
            .arg(better, p);
    case ExperimentVerdict::NoDifference:
        return ExperimentWords::tr("This experiment shows no difference (p = %1, above 0.05). One may still be there; more seeds "
                                   "would find a smaller one.")
            .arg(p);
    case ExperimentVerdict::FewSeeds: break;
    }
    return ExperimentWords::tr("%n seed(s) cannot tell a difference from chance, which alone puts so many on one side with "
                               "p = %1; at least %2 are needed.",
                               nullptr, static_cast<int>(result.a.size()))
        .arg(figures(smallestPairedPValue(result.a.size()), 2))
        .arg(seedsNeeded());
}

QString differenceWords(const ExperimentResult& result)
{
    const PairedDifference& d = result.gflops;
    const QString percent = withSign(result.meanA > 0 ? 100 * d.estimate / result.meanA : 0, 1);
    return std::isfinite(d.low)
             ? ExperimentWords::tr("Difference by seed %1 GFLOPS (%2 %), 95 % interval %3 to %4.")
                   .arg(withSign(d.estimate, 2), percent, withSign(d.low, 2), withSign(d.high, 2))
             : ExperimentWords::tr("Difference by seed %1 GFLOPS (%2 %).").arg(withSign(d.estimate, 2), percent);
}

} // namespace

QStringList experimentWords(const ExperimentResult& result, const QString& nameA, const QString& nameB)
{
    QStringList lines;
    lines << ExperimentWords::tr("Best of a run, mean over the seeds: %1 %2 GFLOPS, %3 %4 GFLOPS.")
                 .arg(nameA, number(result.meanA, 2), nameB, number(result.meanB, 2));
    lines << differenceWords(result);
    const QString reached =
        ExperimentWords::tr("%1 GFLOPS (95 % of the best seen) was reached by %2 with %3 and by %4 with %5 of %6 seeds.")
            .arg(number(result.targetGflops, 2), nameA)
            .arg(reachedBy(result.a))
            .arg(nameB)
            .arg(reachedBy(result.b))
            .arg(result.a.size());
    lines << (reached + QLatin1Char(' ') + trialsText(result, nameB)).trimmed();
    lines << verdictWords(result, result.gflops.estimate > 0 ? nameB : nameA);
    return lines;
}

} // namespace knobscope

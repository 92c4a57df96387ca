// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/experimenttext.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

class ExperimentWords
{
    Q_DECLARE_TR_FUNCTIONS(ExperimentWords)
};

QString number(double value, int digits)
{
    return QLocale().toString(value, 'f', digits);
}

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
    const MeanDifference& t = *result.trialsToTarget;
    const QString trials = number(std::abs(t.mean), 1);
    const QString needed = std::abs(t.mean) < 0.05 ? ExperimentWords::tr("Where both did, %1 needed as many trials.").arg(nameB)
                         : t.mean > 0 ? ExperimentWords::tr("Where both did, %1 needed %2 trials more.").arg(nameB, trials)
                                      : ExperimentWords::tr("Where both did, %1 needed %2 trials fewer.").arg(nameB, trials);
    return result.bothReached < 2
             ? needed
             : ExperimentWords::tr("%1 95 % interval %2 to %3.").arg(needed, withSign(t.low, 1), withSign(t.high, 1));
}

QString verdictWords(const ExperimentResult& result, const QString& better)
{
    switch (verdictOf(result)) {
    case ExperimentVerdict::Shown: return ExperimentWords::tr("%1 finds faster kernels with this budget.").arg(better);
    case ExperimentVerdict::NoDifference:
        return ExperimentWords::tr(
            "The interval holds zero: this experiment shows no difference. A smaller one may still be there; more seeds "
            "would narrow the interval.");
    case ExperimentVerdict::OneSeed: return ExperimentWords::tr("One seed says nothing of chance; repeat with five or more.");
    case ExperimentVerdict::FewSeeds: break;
    }
    return ExperimentWords::tr("All points to %1, but with %2 seeds chance alone gives one side this often: 1 in %3. Five seeds "
                               "or more would settle it.")
        .arg(better)
        .arg(result.a.size())
        .arg(qint64{1} << (result.a.size() - 1));
}

} // namespace

QStringList experimentWords(const ExperimentResult& result, const QString& nameA, const QString& nameB)
{
    const MeanDifference& d = result.gflops;
    const double percent = result.meanA > 0 ? 100 * d.mean / result.meanA : 0;
    QStringList lines;
    lines << ExperimentWords::tr("Best of a run, mean over the seeds: %1 %2 GFLOPS, %3 %4 GFLOPS.")
                 .arg(nameA, number(result.meanA, 2), nameB, number(result.meanB, 2));
    lines << ExperimentWords::tr("Difference %1 GFLOPS (%2 %), 95 % interval %3 to %4.")
                 .arg(withSign(d.mean, 2), withSign(percent, 1), withSign(d.low, 2), withSign(d.high, 2));
    const QString reached =
        ExperimentWords::tr("%1 GFLOPS (95 % of the best seen) was reached by %2 with %3 and by %4 with %5 of %6 seeds.")
            .arg(number(result.targetGflops, 2), nameA)
            .arg(reachedBy(result.a))
            .arg(nameB)
            .arg(reachedBy(result.b))
            .arg(result.a.size());
    lines << (reached + QLatin1Char(' ') + trialsText(result, nameB)).trimmed();
    lines << verdictWords(result, d.mean > 0 ? nameB : nameA);
    return lines;
}

} // namespace knobscope

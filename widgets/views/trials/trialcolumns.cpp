// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/trials/trialcolumns.h"

#include "core/base/statistics.h"
#include "core/tuning/trialexport.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/outcome.h"

namespace knobscope {

namespace {

constexpr int kFourFigures = -1; ///< instead of a number of decimals

QVariant valueIf(bool isKnown, double value)
{
    return isKnown ? QVariant(value) : QVariant();
}

/// Returns the time unit in which the best has at most three digits before the point, and the number of units per second.
std::pair<QString, double> unitFor(double bestSeconds)
{
    return bestSeconds >= 1                        ? std::pair(QStringLiteral("s"), 1.0)
         : bestSeconds <= 0 || bestSeconds >= 1e-3 ? std::pair(QStringLiteral("ms"), 1e3)
                                                   : std::pair(QStringLiteral("µs"), 1e6);
}

} // namespace

QString TrialColumns::certainty(const TrialFigures& figures)
{
    QString lines;
    if (figures.uncertainty) {
        lines += QLatin1Char('\n') + tr("± %1 % relative to its partner").arg(number(100 * *figures.uncertainty, 1));
    }
    if (figures.tiedWith) {
        lines += QLatin1Char('\n') + tr("Tied with trial %1; sorted as no faster than it").arg(*figures.tiedWith);
    }
    return lines;
}

std::vector<TrialTableColumn> TrialColumns::makeColumns(std::span<const TunedRun> runs, double bestSeconds)
{
    using Shown = ModelColumn<ShownTrial>;
    const auto [unit, unitsInASecond] = unitFor(bestSeconds);
    std::vector<TrialTableColumn> columns;
    const auto word = [&](TrialColumn column, const char* id, const QString& title, const QString& tip, const Shown::Text& text) {
        columns.push_back({Shown::word(id, title, tip, text), column, {}});
    };
    const auto figure = [&](TrialColumn column, const char* id, const QString& title, const QString& tip, int decimals,
                            const Shown::Value& value, double factor = 1) {
        const auto text = [value, decimals, factor](const ShownTrial& of) {
            const QVariant known = value(of);
            return !known.isValid()                      ? QString()
                 : known.typeId() == QMetaType::LongLong ? number(known.toLongLong())
                 : decimals == kFourFigures              ? fourFigures(factor * known.toDouble())
                                                         : number(factor * known.toDouble(), decimals);
        };
        columns.push_back({Shown::figure(id, title, tip, text, value), column, {}});
    };
    figure(TrialColumn::Run, "run", tr("Run"), tr("Run that the trial belongs to"), 0,
           [](const ShownTrial& of) { return static_cast<qint64>(of.key.run); });
    figure(TrialColumn::Number, "trial", tr("Trial"), tr("The trial's number within its run"), 0,
           [](const ShownTrial& of) { return static_cast<qint64>(of.key.number); });
    figure(TrialColumn::Config, "config", tr("Config"), tr("The config's number in the space of the run"), 0,
           [](const ShownTrial& of) { return static_cast<qint64>(of.trial.index); });
    word(TrialColumn::Outcome, "outcome", tr("Outcome"), tr("Measured, or the stage at which the trial failed"),
         [](const ShownTrial& of) { return outcomeTitle(of.trial.errorNo); });
    columns.back().value = [](const ShownTrial& of) { return of.trial.errorNo; };
    std::vector<SpeedUnit> units;
    for (const TunedRun& run : runs) {
        units.push_back(speedUnitOf(run.task.get()));
    }
    figure(TrialColumn::Gflops, "gflops", coreText(unitText(units)), FlopsCount::tip(units), kFourFigures,
           [](const ShownTrial& of) { return valueIf(of.trial.errorNo == 0, of.figures.gflops); });
    figure(
        TrialColumn::Seconds, "time", tr("Time (%1)").arg(unit),
        tr("Time of one kernel call: at full speed if the speed-up is known, otherwise as measured"), kFourFigures,
        [](const ShownTrial& of) {
            return valueIf(of.trial.errorNo == 0, of.figures.costs.empty() ? 0 : mean(of.figures.costs));
        },
        unitsInASecond);
    figure(TrialColumn::Speedup, "speedup", tr("Speed-up"),
           tr("Speed relative to the untuned config. Both kernels are timed alternately, so the ratio does not depend on the "
              "machine's speed."),
           kFourFigures, [](const ShownTrial& of) { return valueIf(of.trial.speedup > 0, of.figures.speedup); });
    columns.push_back(
        {Shown::word("uncertainty", tr("±"),
                     tr("Half the 95 % interval of the speed, in percent, and the trial that this one cannot be told from: "
                        "it counts as no faster than that; sorts by trial"),
                     [](const ShownTrial& of) {
                         const QString half =
                             of.figures.uncertainty ? tr("%1 %").arg(number(100 * *of.figures.uncertainty, 1)) : QString();
                         return !of.figures.tiedWith ? half : tr("%1, as trial %2").arg(half).arg(*of.figures.tiedWith);
                     }),
         TrialColumn::Number,
         {}});
    figure(TrialColumn::Pace, "pace", tr("Clock ratio (%)"),
           tr("Speed of the machine during the trial, in percent of its full speed; heat and other programs lower it"), 0,
           [](const ShownTrial& of) { return valueIf(of.trial.pace > 0, 100 * of.trial.pace); });
    figure(TrialColumn::BuildSeconds, "build", tr("Build (s)"), tr("Time to build the kernel, in seconds"), 3,
           [](const ShownTrial& of) { return of.trial.buildSeconds; });
    figure(TrialColumn::RunSeconds, "runTime", tr("Run (s)"), tr("Time to load, check and time the kernel, in seconds"), 3,
           [](const ShownTrial& of) { return of.trial.runSeconds; });
    word(TrialColumn::Message, "message", tr("Error"), tr("Why the trial failed"),
         [](const ShownTrial& of) { return coreText(of.trial.why); });
    columns.push_back({Shown::word(
                           "notes", tr("Notes"), tr("Notes about the trial (Edit > Notes); sorts by trial"),
                           [](const ShownTrial& of) { return QString(of.notes).replace(QLatin1Char('\n'), QLatin1Char(' ')); },
                           [](const ShownTrial& of) { return of.notes; }),
                       TrialColumn::Number,
                       {}});
    for (const std::string& knob : knobsOf(runs)) {
        const QString name = QString::fromStdString(knob);
        const auto text = [knob](const ShownTrial& of) {
            const KnobValue* value = of.entity.find(knob);
            return value ? QString::fromStdString(valueText(*value)) : QString();
        };
        columns.push_back(
            {Shown::word(QStringLiteral("knob:") + name, name, tr("Knob %1: its value in the trial's config").arg(name), text),
             TrialColumn::Knob, knob});
    }
    return columns;
}

} // namespace knobscope

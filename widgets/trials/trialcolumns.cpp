// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/trials/trialcolumns.h"

#include "core/measure/measurer.h"
#include "widgets/text/flopscount.h"

namespace knobscope {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("TrialColumns", text);
}

} // namespace

TimeUnit TimeUnit::forBest(double seconds)
{
    if (seconds >= 1) {
        return {1, QStringLiteral("s")};
    }
    return seconds <= 0 || seconds >= 1e-3 ? TimeUnit{1e3, QStringLiteral("ms")} : TimeUnit{1e6, QStringLiteral("µs")};
}

std::vector<TrialTableColumn> trialTableColumns(const std::vector<std::string>& knobs, const TimeUnit& unit)
{
    const QString seconds = words(QT_TRANSLATE_NOOP("TrialColumns", "Seconds spent on building the kernel"));
    std::vector<TrialTableColumn> columns{
        {TrialColumn::Run,
         {},
         QStringLiteral("run"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Run")),
         words(QT_TRANSLATE_NOOP("TrialColumns", "The run that the trial belongs to")),
         true},
        {TrialColumn::Number,
         {},
         QStringLiteral("trial"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Trial")),
         words(QT_TRANSLATE_NOOP("TrialColumns", "The trial's number within its run")),
         true},
        {TrialColumn::Config,
         {},
         QStringLiteral("config"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Config")),
         words(QT_TRANSLATE_NOOP("TrialColumns", "The config's number in the space of the run")),
         true},
        {TrialColumn::Outcome,
         {},
         QStringLiteral("outcome"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Outcome")),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Measured, or the stage at which the trial failed")),
         false},
        {TrialColumn::Gflops,
         {},
         QStringLiteral("gflops"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "GFLOPS")),
         FlopsCount::autotvmTip(),
         true},
        {TrialColumn::Seconds,
         {},
         QStringLiteral("time"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Time (%1)")).arg(unit.name),
         words(QT_TRANSLATE_NOOP(
             "TrialColumns",
             "Time of one call of the kernel: at the machine's full pace where the speed-up is known, else as it ran")),
         true},
        {TrialColumn::Speedup,
         {},
         QStringLiteral("speedup"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Speed-up")),
         words(QT_TRANSLATE_NOOP("TrialColumns",
                                 "How many times as fast as untuned: a ratio of kernels that were timed alternately, so "
                                 "that it holds at any pace of the machine")),
         true},
        {TrialColumn::Pace,
         {},
         QStringLiteral("pace"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Pace (%)")),
         words(QT_TRANSLATE_NOOP(
             "TrialColumns",
             "How fast the machine was meanwhile, in percent of its full pace: heat and other programs lower it")),
         true},
        {TrialColumn::BuildSeconds,
         {},
         QStringLiteral("build"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Build (s)")),
         seconds,
         true},
        {TrialColumn::RunSeconds,
         {},
         QStringLiteral("runTime"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Run (s)")),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Seconds spent on loading, checking and timing the kernel")),
         true},
        {TrialColumn::Message,
         {},
         QStringLiteral("message"),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Error")),
         words(QT_TRANSLATE_NOOP("TrialColumns", "Why the trial failed")),
         false}};
    for (const std::string& knob : knobs) {
        const QString name = QString::fromStdString(knob);
        columns.push_back(
            {TrialColumn::Knob, knob, QStringLiteral("knob:") + name, name,
             words(QT_TRANSLATE_NOOP("TrialColumns", "Knob %1: the value that the trial's config gives it")).arg(name), false});
    }
    return columns;
}

double secondsOf(const TrialRow& row)
{
    double sum = 0;
    for (const double cost : row.costs) {
        sum += cost;
    }
    return row.errorNo != 0 || row.costs.empty() ? 0 : sum / static_cast<double>(row.costs.size());
}

} // namespace knobscope

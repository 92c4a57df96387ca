// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/verdictwords.h"
#include "widgets/text/number.h"

#include <cmath>

namespace knobscope {

namespace {

QString nameOf(const TaskComparison& task, size_t group)
{
    return QString::fromStdString(task.groups[group].name);
}

QString trials(double value)
{
    return number(value, std::floor(value) == value ? 0 : 1);
}

} // namespace

QString VerdictWords::measured(const TaskComparison& task, const Verdict& v)
{
    const QString leader = nameOf(task, v.leader);
    const QString other = nameOf(task, v.other);
    const QString p = figures(v.pValue, 2);
    const QString runs = v.leaderRuns == v.otherRuns ? tr("median of %1 runs each").arg(v.leaderRuns)
                                                     : tr("median of %1 and %2 runs").arg(v.leaderRuns).arg(v.otherRuns);
    if (v.byFinal) {
        return tr("%1 ends at %2 GFLOPS, %3 at %4 (%5; p = %6)")
            .arg(leader, number(v.leaderValue, 1), other, number(v.otherValue, 1), runs, p);
    }
    const QString share = number(verdictShare * 100, 0);
    if (std::isinf(v.otherValue)) {
        return tr("%1 reaches %2 % of the best in %3 trials, %4 in no more than half of its runs (%5; p = %6)")
            .arg(leader, share, trials(v.leaderValue), other, runs, p);
    }
    return tr("%1 reaches %2 % of the best in %3 trials, %4 in %5 (%6; p = %7)")
        .arg(leader, share, trials(v.leaderValue), other, trials(v.otherValue), runs, p);
}

QString VerdictWords::sentence(const TaskComparison& task, const Verdict& v)
{
    const QString leader = nameOf(task, v.leader);
    const QString other = nameOf(task, v.other);
    switch (v.kind) {
    case Verdict::Kind::Faster: return tr("%1: %2 is faster here.").arg(measured(task, v), leader);
    case Verdict::Kind::Better: return tr("%1: %2 is better here.").arg(measured(task, v), leader);
    case Verdict::Kind::NoDifference: return tr("%1: no difference can be claimed.").arg(measured(task, v));
    case Verdict::Kind::TooFewRuns:
        return tr("No difference can be claimed between %1 and %2: %3 against %4 runs. At least %5 of each are needed: tune with "
                  "other seeds.")
            .arg(leader, other)
            .arg(v.leaderRuns)
            .arg(v.otherRuns)
            .arg(v.runsNeeded);
    case Verdict::Kind::NothingWorked:
        return tr("%1 cannot be compared with %2: none of its trials succeeded.").arg(other, leader);
    }
    return {};
}

QString VerdictWords::finals(const TaskComparison& task, const Verdict& v)
{
    if (v.kind == Verdict::Kind::TooFewRuns || v.kind == Verdict::Kind::NothingWorked) {
        return {};
    }
    const double d = v.finals.difference;
    if (number(std::abs(d), 1) == number(0, 1)) {
        return tr("At the end both are level.");
    }
    const QString interval = tr("95 % interval %1 to %2").arg(number(v.finals.low, 1), number(v.finals.high, 1));
    return d >= 0 ? tr("At the end %1 is %2 GFLOPS ahead of %3 (%4).")
                        .arg(nameOf(task, v.leader), number(d, 1), nameOf(task, v.other), interval)
                  : tr("At the end %1 is %2 GFLOPS behind %3 (%4).")
                        .arg(nameOf(task, v.leader), number(-d, 1), nameOf(task, v.other), interval);
}

QString VerdictWords::of(const TaskComparison& task)
{
    QStringList sentences;
    if (task.best <= 0) {
        sentences << tr("No trial of these runs succeeded, so there is nothing to compare. The Failures view says why.");
    } else if (task.groups.size() < 2) {
        sentences << tr("Only the group %1 is ticked for %2. Tick runs of another tuner or file, or type another name into the "
                        "Group column.")
                         .arg(nameOf(task, 0), QString::fromStdString(task.label));
    }
    for (const Verdict& verdict : task.verdicts) {
        sentences << sentence(task, verdict);
        const QString more = finals(task, verdict);
        if (!more.isEmpty()) {
            sentences << more;
        }
    }
    if (task.mixedTargets && task.groups.size() > 1) {
        sentences << tr("These runs were measured for different targets: the machine differs as well.");
    }
    return sentences.join(QLatin1Char(' '));
}

QString VerdictWords::briefly(const TaskComparison& task)
{
    for (const Verdict& v : task.verdicts) {
        if (v.kind == Verdict::Kind::Faster || v.kind == Verdict::Kind::Better) {
            continue;
        }
        return v.kind == Verdict::Kind::TooFewRuns   ? tr("too few runs to tell")
             : v.kind == Verdict::Kind::NoDifference ? tr("no difference")
                                                     : tr("nothing to compare");
    }
    if (task.verdicts.empty()) {
        return task.best > 0 ? tr("one group only") : tr("nothing worked");
    }
    const QString leader = nameOf(task, task.verdicts.front().leader);
    return task.verdicts.front().byFinal ? tr("%1 is better").arg(leader) : tr("%1 is faster").arg(leader);
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/comparisontables.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

class VerdictWords
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::VerdictWords)
};

QString toText(const std::string& text)
{
    return QString::fromStdString(text);
}

/// Short verdict for a table: "ga is faster".
QString briefVerdict(const TaskComparison& task)
{
    for (const Verdict& v : task.verdicts) {
        if (v.kind == Verdict::Kind::Faster || v.kind == Verdict::Kind::Better) {
            continue;
        }
        return v.kind == Verdict::Kind::TooFewRuns   ? VerdictWords::tr("too few runs to tell")
             : v.kind == Verdict::Kind::NoDifference ? VerdictWords::tr("no difference")
                                                     : VerdictWords::tr("nothing to compare");
    }
    if (task.verdicts.empty()) {
        return task.best > 0 ? VerdictWords::tr("one group only") : VerdictWords::tr("all failed");
    }
    const Verdict& first = task.verdicts.front();
    return (first.byFinal ? VerdictWords::tr("%1 is better") : VerdictWords::tr("%1 is faster"))
        .arg(toText(task.groups[first.leader].name));
}

} // namespace

QString verdictSentence(const TaskComparison& task)
{
    QStringList sentences;
    if (task.groups.empty()) {
        sentences
            << VerdictWords::tr("Only manual measurements are ticked for %1; tick runs of tuners too.").arg(toText(task.label));
    } else if (task.best <= 0) {
        sentences << VerdictWords::tr(
            "No trial of these runs succeeded, so there is nothing to compare. The Failures view shows why.");
    } else if (task.groups.size() < 2) {
        sentences << VerdictWords::tr(
                         "Only the group %1 is ticked for %2. Tick runs of another tuner or file, or type another name into the "
                         "Group column.")
                         .arg(toText(task.groups[0].name), toText(task.label));
    }
    for (const Sentence& sentence : verdictSentences(task)) {
        sentences << coreText(sentence);
    }
    return sentences.join(QLatin1Char(' '));
}

void ComparisonTables::fillReach(CellTable& table, const TaskComparison& task, const ColourOf& colour)
{
    std::vector<CellTable::Heading> header{{"group", tr("Group")}, {"runs", tr("Runs")}};
    for (const double share : kReachShares) {
        header.emplace_back(QStringLiteral("trialsTo%1").arg(share * 100), tr("%1 %: trials").arg(share * 100));
        header.emplace_back(QStringLiteral("secondsTo%1").arg(share * 100), tr("%1 %: s").arg(share * 100));
    }
    header.emplace_back("best", tr("Best GFLOPS"));
    header.emplace_back("failed", tr("Failed"));
    std::vector<CellTable::Row> rows;
    for (const GroupResult& group : task.groups) {
        CellTable::Row row{Cell::word(toText(group.name), {}, colour(group.name)),
                           Cell::figure(static_cast<double>(group.runs.size()), 0)};
        for (const GroupReach& reach : group.reach) {
            const QString tip =
                tr("Reached by %1 of %2 run(s); the median is shown", nullptr, pluralOf(static_cast<qint64>(group.runs.size())))
                    .arg(reach.reached)
                    .arg(group.runs.size());
            const bool isReached = std::isfinite(reach.trials);
            const bool isWhole = std::floor(reach.trials) == reach.trials;
            row.push_back(isReached ? Cell::figure(reach.trials, isWhole ? 0 : 1, tip)
                                    : Cell::figure(tr("not reached"), reach.trials, tip));
            row.push_back(isReached ? Cell::figure(reach.seconds, 1, tip) : Cell::figure(tr("not reached"), reach.seconds, tip));
        }
        row.push_back(Cell::figure(group.medianFinal, 1));
        row.push_back(Cell::figure(tr("%1 %").arg(number(group.failedShare * 100, 1)), group.failedShare));
        rows.push_back(std::move(row));
    }
    table.setTable(std::move(header), std::move(rows));
}

void ComparisonTables::fillWins(CellTable& table, const Comparison& comparison)
{
    std::vector<CellTable::Heading> header{{"task", tr("Task")}};
    for (const std::string& group : comparison.groups) {
        header.emplace_back(QStringLiteral("group.") + toText(group), toText(group));
    }
    header.emplace_back("verdict", tr("Verdict"));
    std::vector<CellTable::Row> rows;
    for (const TaskComparison& task : comparison.tasks) {
        if (task.groups.empty()) {
            continue; // only manual measurements
        }
        CellTable::Row row{Cell::word(toText(task.label))};
        for (const std::string& name : comparison.groups) {
            const auto group = std::ranges::find(task.groups, name, &GroupResult::name);
            if (group == task.groups.end()) {
                row.push_back(Cell::figure(tr("no run"), -1.0));
                continue;
            }
            Cell cell = Cell::figure(group->medianFinal, 1);
            cell.isStrong = task.winner && group - task.groups.begin() == static_cast<std::ptrdiff_t>(*task.winner);
            cell.tip = tr("Median of the best GFLOPS of %n run(s)", nullptr, static_cast<int>(group->runs.size()));
            row.push_back(std::move(cell));
        }
        row.push_back(Cell::word(briefVerdict(task), verdictSentence(task)));
        rows.push_back(std::move(row));
    }
    CellTable::Row won{Cell::word(tr("Tasks won"))};
    for (const int wins : comparison.wins) {
        won.push_back(Cell::figure(wins, 0));
    }
    rows.push_back(std::move(won));
    table.setTable(std::move(header), std::move(rows));
}

void ComparisonTables::fillDiff(CellTable& table, const TaskComparison& task, std::span<const ComparedRun> runs,
                                const QColor& changed)
{
    std::vector<CellTable::Heading> header{{"knob", tr("Knob")}, {"differs", tr("Differs")}};
    std::vector<ConfigEntity> configs;
    CellTable::Row speed{Cell::word(tr("GFLOPS")), Cell::word({})};
    for (const GroupResult& group : task.groups) {
        for (const size_t r : group.runs) {
            if (runs[r].bestEntity) {
                header.emplace_back(QStringLiteral("run.%1").arg(r), tr("%1, %2").arg(toText(group.name), toText(runs[r].name)));
                configs.push_back(*runs[r].bestEntity);
                speed.push_back(Cell::figure(runs[r].bestGflops(), 1));
            }
        }
    }
    std::vector<CellTable::Row> rows;
    if (!configs.empty()) {
        rows.push_back(std::move(speed));
    }
    QColor background = changed;
    background.setAlpha(48);
    for (const KnobDifference& knob : diffConfigs(configs)) {
        CellTable::Row row{Cell::word(toText(knob.knob)), Cell::word(knob.differs ? QStringLiteral("≠") : QString())};
        for (const std::string& value : knob.values) {
            row.push_back(Cell::word(value.empty() ? tr("no such knob") : toText(value)));
        }
        for (Cell& cell : row) {
            cell.background = knob.differs ? background : QColor();
        }
        rows.push_back(std::move(row));
    }
    table.setTable(std::move(header), std::move(rows));
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/comparisontables.h"

#include "core/study/comparisontables.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/controls/coretable.h"

#include <algorithm>

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
    sentences << coreText(verdictSentences(task));
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

void ComparisonTables::fillGroups(CellTable& table, const TaskComparison& task)
{
    const Table groups = groupTable(task);
    std::vector<CellTable::Row> rows = rowsOf(groups);
    for (const Verdict& pair : task.pairs) {
        const QString why = coreText(verdictSentence(task, pair));
        const bool isClaim = pair.kind == Verdict::Kind::Faster || pair.kind == Verdict::Kind::Better;
        rows[pair.leader][pair.other + 1].tip = rows[pair.other][pair.leader + 1].tip = why;
        rows[pair.leader][pair.other + 1].isStrong = isClaim;
    }
    table.setTable(headingsOf(groups), std::move(rows));
}

void ComparisonTables::fillReach(CellTable& table, const TaskComparison& task, const ColourOf& colour)
{
    const Table reached = reachTable(task);
    std::vector<CellTable::Row> rows = rowsOf(reached);
    for (size_t g = 0; g < rows.size(); ++g) {
        const GroupResult& group = task.groups[g];
        rows[g].front().swatch = colour(group.name);
        for (size_t share = 0; share < group.reach.size(); ++share) {
            rows[g][2 + 2 * share].tip = rows[g][3 + 2 * share].tip =
                tr("Reached by %1 of %2 run(s); the median is shown", nullptr, pluralOf(static_cast<qint64>(group.runs.size())))
                    .arg(group.reach[share].reached)
                    .arg(group.runs.size());
        }
    }
    table.setTable(headingsOf(reached), std::move(rows));
}

void ComparisonTables::fillWins(CellTable& table, const Comparison& comparison)
{
    const Table wins = winsTable(comparison);
    std::vector<CellTable::Row> rows = rowsOf(wins);
    auto row = rows.begin();
    for (const TaskComparison& task : comparison.tasks) {
        if (task.groups.empty()) {
            continue; // only manual measurements
        }
        for (size_t g = 0; g < comparison.groups.size(); ++g) {
            const auto group = std::ranges::find(task.groups, comparison.groups[g], &GroupResult::name);
            if (group != task.groups.end()) {
                Cell& cell = (*row)[1 + g];
                cell.isStrong = task.winner && group - task.groups.begin() == static_cast<std::ptrdiff_t>(*task.winner);
                cell.tip = tr("Median of the best %1 of %n run(s)", nullptr, static_cast<int>(group->runs.size()))
                               .arg(FlopsCount::unit(task.unit));
            }
        }
        row->back().tip = verdictSentence(task);
        ++row;
    }
    table.setTable(headingsOf(wins), std::move(rows));
}

void ComparisonTables::fillDiff(CellTable& table, const TaskComparison& task, std::span<const ComparedRun> runs,
                                const QColor& changed)
{
    std::vector<CellTable::Heading> header{{"knob", tr("Knob")}, {"differs", tr("Differs")}};
    std::vector<ConfigEntity> configs;
    CellTable::Row speed{Cell::word(FlopsCount::unit(task.unit)), Cell::word({})};
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

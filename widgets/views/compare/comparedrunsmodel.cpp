// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/comparedrunsmodel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/listtext.h"
#include "widgets/base/number.h"
#include "widgets/plot/colours.h"

#include <QApplication>
#include <QFileInfo>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <ranges>
#include <set>

namespace knobscope {

namespace {

constexpr int kMaxInitiallyTicked = 24;

/// Group name in the window's language.
QString groupText(const ComparedRun& run)
{
    QStringList names;
    for (const Sentence& part : run.group) {
        names << coreText(part);
    }
    return listText(names);
}

/// The workload with the most groups of complete runs; in a tie the one tuned last.
std::string workloadWithMostGroups(const std::vector<ComparedRun>& runs)
{
    std::map<std::string, std::set<std::string>> groups;
    for (const ComparedRun& run : runs) {
        auto& ofTask = groups[run.workload];
        if (!run.isUnfinished && !run.isByHand) {
            ofTask.insert(run.groupName());
        }
    }
    std::string best;
    for (const ComparedRun& run : runs) {
        best = best.empty() || groups[run.workload].size() >= groups[best].size() ? run.workload : best;
    }
    return best;
}

} // namespace

void ComparedRunsModel::showEntries()
{
    nameColours();
    const QString best = bestTitle();
    const bool isSameUnit = best == std::exchange(m_bestTitle, best);
    if (static_cast<int>(m_entries.size()) == rowCount() && isSameUnit) {
        updateRows(rowsOf()); // keeps the current row during a run
    } else {
        setTable({{"run", tr("Run")},
                  {"group", tr("Group")},
                  {"best", best},
                  {"seed", tr("Seed")},
                  {"trials", tr("Trials")},
                  {"task", tr("Task")},
                  {"file", tr("File")}},
                 rowsOf());
    }
    emit tickedChanged();
}

QString ComparedRunsModel::bestTitle() const
{
    std::vector<SpeedUnit> units;
    std::ranges::transform(m_entries, std::back_inserter(units), [](const Entry& entry) { return entry.run->unit; });
    return tr("Best %1").arg(coreText(unitText(units)));
}

void ComparedRunsModel::nameColours()
{
    for (const Entry& entry : m_entries | std::views::reverse) { // by age, so that groups keep their colours
        if (!m_colours.contains(entry.group)) {
            m_colours.insert(entry.group, static_cast<size_t>(m_colours.size()));
        }
    }
}

void ComparedRunsModel::setProjectRuns(const QString& path, std::vector<ComparedRun> runs)
{
    std::vector<Entry> entries;
    const std::string source = path.toStdString();
    // Initially the workload that is best to compare; later, the ticked one.
    std::string workload = workloadWithMostGroups(runs);
    for (const Entry& entry : m_entries) {
        workload = entry.isProject && entry.isTicked && entry.run->source == source ? entry.run->workload : workload;
    }
    int ticked = 0;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const auto known = std::ranges::find_if(
            m_entries, [&](const Entry& e) { return e.isProject && e.run->run == run->run && e.run->source == source; });
        const bool isComparable = run->workload == workload && !run->isUnfinished && !run->isByHand;
        Entry entry{nullptr, groupText(*run), isComparable && ticked < kMaxInitiallyTicked, true};
        if (known != m_entries.end()) {
            const bool isRenamed = known->group != groupText(*known->run); // the default name may change until the run ends
            entry.group = isRenamed ? known->group : entry.group;
            entry.isTicked = known->run->isUnfinished == run->isUnfinished ? known->isTicked : entry.isTicked;
        }
        ticked += entry.isTicked ? 1 : 0;
        entry.run = std::make_shared<const ComparedRun>(std::move(*run));
        entries.push_back(std::move(entry));
    }
    std::ranges::copy_if(m_entries, std::back_inserter(entries), [](const Entry& e) { return !e.isProject; });
    m_entries = std::move(entries);
    showEntries();
}

void ComparedRunsModel::addFileRuns(const QString& path, std::vector<ComparedRun> runs)
{
    removeRuns(path);
    for (ComparedRun& run : runs) {
        QString group = groupText(run);
        if (run.run > 0) { // from another project, where "ga" may mean something else
            group = tr("%1 (%2)").arg(group, QFileInfo(path).completeBaseName());
        }
        const bool isTicked = !run.isUnfinished && !run.isByHand;
        m_entries.push_back({std::make_shared<const ComparedRun>(std::move(run)), group, isTicked, false});
    }
    showEntries();
}

void ComparedRunsModel::removeFile(const QString& path)
{
    removeRuns(path);
    showEntries();
}

void ComparedRunsModel::removeRuns(const QString& file)
{
    std::erase_if(m_entries, [&](const Entry& e) { return !e.isProject && e.run->source == file.toStdString(); });
}

int ComparedRunsModel::rowOfRun(int64_t run) const
{
    const auto found = std::ranges::find_if(m_entries, [run](const Entry& e) { return e.isProject && e.run->run == run; });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

QStringList ComparedRunsModel::files() const
{
    QStringList files;
    for (const Entry& entry : m_entries) {
        const QString path = QString::fromStdString(entry.run->source);
        if (!entry.isProject && !files.contains(path)) {
            files << path;
        }
    }
    return files;
}

std::vector<ComparedRunsModel::TickedRun> ComparedRunsModel::ticked() const
{
    std::vector<TickedRun> ticked;
    const auto take = [&](const Entry& entry) {
        if (entry.isTicked) {
            ticked.push_back({entry.run, entry.group});
        }
    };
    const auto isProject = [](const Entry& entry) { return entry.isProject; };
    std::ranges::for_each(m_entries | std::views::filter(isProject) | std::views::reverse, take); // in the order started
    std::ranges::for_each(m_entries | std::views::filter(std::not_fn(isProject)), take);
    return ticked;
}

CellTable::Row ComparedRunsModel::rowOf(const Entry& entry)
{
    const ComparedRun& run = *entry.run;
    const QString name = run.run == 0     ? QString::fromStdString(run.name)
                       : run.isUnfinished ? tr("Run %1, unfinished").arg(run.run)
                                          : tr("Run %1").arg(run.run);
    const QString tip = run.isUnfinished ? tr("Unfinished run; left out of the group's statistics.")
                      : run.isByHand     ? tr("Its configs were measured manually. The run is shown but left out of the verdict.")
                                         : name;
    const double best = run.bestGflops();
    Row row{
        Cell::ticked(name, entry.isTicked, tip),
        Cell::word(
            entry.group,
            tr("Runs of one group are treated as seeds of the same setup and drawn as one band. Type another name to regroup.")),
        Cell::figure(best > 0 ? number(best, 1) : tr("all failed"), best, QString::number(best, 'g', 17)),
        Cell::figure(run.run > 0 ? number(run.seed) : QString(), static_cast<double>(run.seed)),
        Cell::figure(static_cast<double>(run.trials.size()), 0),
        Cell::word(QString::fromStdString(run.label), QString::fromStdString(run.workload + "\n" + run.target)),
        Cell::word(QFileInfo(QString::fromStdString(run.source)).fileName(), QString::fromStdString(run.source))};
    row[GroupColumn].isEditable = true;
    return row;
}

QVariant ComparedRunsModel::data(const QModelIndex& index, int role) const
{
    const bool isSwatch = role == Qt::DecorationRole && index.isValid() && index.column() == GroupColumn;
    return isSwatch ? seriesSwatch(QApplication::palette(), colourOf(m_entries[static_cast<size_t>(index.row())].group))
                    : CellTable::data(index, role);
}

std::vector<CellTable::Row> ComparedRunsModel::rowsOf() const
{
    std::vector<Row> rows;
    for (const Entry& entry : m_entries) {
        rows.push_back(rowOf(entry));
    }
    return rows;
}

bool ComparedRunsModel::setTicked(int row, bool isOn)
{
    m_entries[static_cast<size_t>(row)].isTicked = isOn;
    updateRows(rowsOf());
    emit tickedChanged();
    return true;
}

bool ComparedRunsModel::setCellText(int row, int, const QString& text)
{
    if (text.trimmed().isEmpty()) {
        return false;
    }
    m_entries[static_cast<size_t>(row)].group = text.trimmed();
    nameColours();
    updateRows(rowsOf());
    emit tickedChanged();
    return true;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/comparedrunsmodel.h"

#include "widgets/plot/colours.h"

#include <QApplication>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace knobscope {

namespace {

constexpr int mostTickedAtFirst = 24;

/// The workload with the most groups; of several the one tuned last.
std::string mostGroups(const std::vector<ComparedRun>& runs)
{
    std::map<std::string, std::set<std::string>> groups;
    for (const ComparedRun& run : runs) {
        groups[run.workload].insert(run.group);
    }
    std::string best;
    for (const ComparedRun& run : runs) {
        best = best.empty() || groups[run.workload].size() >= groups[best].size() ? run.workload : best;
    }
    return best;
}

} // namespace

void ComparedRunsModel::replace(std::vector<Entry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    for (const Entry& entry : m_entries) {
        if (!m_colours.contains(entry.group)) {
            m_colours.insert(entry.group, static_cast<size_t>(m_colours.size()));
        }
    }
    endResetModel();
    emit takenChanged();
}

void ComparedRunsModel::setProjectRuns(const QString& path, std::vector<ComparedRun> runs)
{
    std::vector<Entry> entries;
    const std::string source = path.toStdString();
    const auto old = [&](const ComparedRun& run) {
        return std::find_if(m_entries.begin(), m_entries.end(),
                            [&](const Entry& e) { return e.isProject && e.run->run == run.run && e.run->source == source; });
    };
    // At first what can be compared best; later, what is ticked.
    std::string workload = mostGroups(runs);
    for (const Entry& entry : m_entries) {
        workload = entry.isProject && entry.isTaken && entry.run->source == source ? entry.run->workload : workload;
    }
    int ticked = 0;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const auto known = old(*run);
        Entry entry{nullptr, QString::fromStdString(run->group), run->workload == workload && ticked < mostTickedAtFirst, true};
        if (known != m_entries.end()) {
            entry.group = known->group;
            entry.isTaken = known->isTaken;
        }
        ticked += entry.isTaken ? 1 : 0;
        entry.run = std::make_shared<const ComparedRun>(std::move(*run));
        entries.insert(entries.begin(), std::move(entry));
    }
    std::copy_if(m_entries.begin(), m_entries.end(), std::back_inserter(entries), [](const Entry& e) { return !e.isProject; });
    replace(std::move(entries));
}

void ComparedRunsModel::addFileRuns(const QString& path, std::vector<ComparedRun> runs)
{
    std::vector<Entry> entries = m_entries;
    std::erase_if(entries, [&](const Entry& e) { return !e.isProject && e.run->source == path.toStdString(); });
    for (ComparedRun& run : runs) {
        QString group = QString::fromStdString(run.group);
        if (run.run > 0) { // another project's: "ga" there need not be "ga" here
            group = tr("%1 (%2)").arg(group, QFileInfo(path).completeBaseName());
        }
        entries.push_back({std::make_shared<const ComparedRun>(std::move(run)), group, true, false});
    }
    replace(std::move(entries));
}

void ComparedRunsModel::removeFile(const QString& path)
{
    std::vector<Entry> entries = m_entries;
    std::erase_if(entries, [&](const Entry& e) { return !e.isProject && e.run->source == path.toStdString(); });
    replace(std::move(entries));
}

int ComparedRunsModel::rowOfRun(int64_t run) const
{
    const auto isIt = [run](const Entry& entry) { return entry.isProject && entry.run->run == run; };
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), isIt);
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

std::vector<ComparedRunsModel::Taken> ComparedRunsModel::taken() const
{
    std::vector<Taken> taken;
    for (const Entry& entry : m_entries) {
        if (entry.isTaken) {
            taken.push_back({entry.run, entry.group});
        }
    }
    return taken;
}

int ComparedRunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int ComparedRunsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ComparedRunsModel::text(const Entry& entry, int column) const
{
    const ComparedRun& run = *entry.run;
    switch (column) {
    case RunColumn: return run.run > 0 ? tr("Run %1").arg(run.run) : QString::fromStdString(run.name);
    case GroupColumn: return entry.group;
    case TaskColumn: return QString::fromStdString(run.label);
    case SeedColumn: return run.run > 0 ? QLocale().toString(static_cast<qulonglong>(run.seed)) : QString();
    case TrialsColumn: return QLocale().toString(static_cast<qlonglong>(run.trials.size()));
    case BestColumn: return run.bestGflops() > 0 ? QLocale().toString(run.bestGflops(), 'f', 1) : tr("none worked");
    case FileColumn: return QFileInfo(QString::fromStdString(run.source)).fileName();
    default: return {};
    }
}

QVariant ComparedRunsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Entry& entry = m_entries[static_cast<size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return text(entry, column);
    case Qt::CheckStateRole: return column == RunColumn ? QVariant(entry.isTaken ? Qt::Checked : Qt::Unchecked) : QVariant();
    case Qt::DecorationRole:
        return column == GroupColumn ? QVariant(seriesColour(QApplication::palette(), colourOf(entry.group))) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter
                                   | (column >= SeedColumn && column <= BestColumn ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ToolTipRole:
        return column == FileColumn ? QString::fromStdString(entry.run->source)
             : column == GroupColumn
                 ? tr("Runs of one group are seeds of the same thing and become one band. Type another name to regroup.")
             : column == BestColumn ? QString::number(entry.run->bestGflops(), 'g', 17)
             : column == TaskColumn ? QString::fromStdString(entry.run->workload + "\n" + entry.run->target)
                                    : text(entry, column);
    default: return {};
    }
}

QVariant ComparedRunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case RunColumn: return tr("Run");
    case GroupColumn: return tr("Group");
    case TaskColumn: return tr("Task");
    case SeedColumn: return tr("Seed");
    case TrialsColumn: return tr("Trials");
    case BestColumn: return tr("Best GFLOPS");
    case FileColumn: return tr("File");
    default: return {};
    }
}

Qt::ItemFlags ComparedRunsModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid()) {
        flags |= index.column() == RunColumn   ? Qt::ItemIsUserCheckable
               : index.column() == GroupColumn ? Qt::ItemIsEditable
                                               : Qt::NoItemFlags;
    }
    return flags;
}

bool ComparedRunsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return false;
    }
    Entry& entry = m_entries[static_cast<size_t>(index.row())];
    if (index.column() == RunColumn && role == Qt::CheckStateRole) {
        entry.isTaken = value.toInt() == Qt::Checked;
    } else if (index.column() == GroupColumn && role == Qt::EditRole && !value.toString().trimmed().isEmpty()) {
        entry.group = value.toString().trimmed();
        if (!m_colours.contains(entry.group)) {
            m_colours.insert(entry.group, static_cast<size_t>(m_colours.size()));
        }
    } else {
        return false;
    }
    emit dataChanged(index, index);
    emit takenChanged();
    return true;
}

} // namespace knobscope

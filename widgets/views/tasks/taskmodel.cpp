// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tasks/taskmodel.h"

#include "core/store/notes.h"
#include "widgets/base/spacecount.h"
#include "widgets/base/theme.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <QSet>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace knobscope {

namespace {

constexpr quintptr kTopLevel = ~quintptr{0}; // children store their network's row

} // namespace

TaskModel::TaskModel(const TaskStandings* standings, QObject* parent)
    : QAbstractItemModel(parent)
    , m_columns(ColumnCount)
    , m_standings(standings)
{
    describeTasks();
    describeStandings();
}

void TaskModel::load(std::span<const Network> networks, const Target& target, TaskChoice choice)
{
    beginResetModel();
    m_groups.clear();
    m_longestCount = 0;
    m_hasExtra = false;
    const bool isGpu = target.kind == "cuda";
    m_hasGpuPeak = isGpu && peakOfGpu(target, {}) > 0;
    for (const Network& network : networks) {
        auto extracted = extractTasks(network, target, TaskChoice::WithExtra);
        if (!extracted || extracted->tasks.empty()) {
            continue;
        }
        m_hasExtra = m_hasExtra || std::ranges::any_of(extracted->tasks, &NetworkTask::isExtra);
        if (choice == TaskChoice::AutoTvm) {
            std::erase_if(extracted->tasks, [](const NetworkTask& task) { return task.isExtra; });
        }
        Group group;
        group.name = QString::fromStdString(network.id());
        group.source = QString::fromStdString(network.source);
        group.gflops = network.totalFlops() / 1e9;
        for (NetworkTask& task : extracted->tasks) {
            addRow(group, std::move(task), target);
        }
        m_groups.push_back(std::move(group));
    }
    endResetModel();
    refresh();
}

void TaskModel::addRow(Group& group, NetworkTask task, const Target& target) const
{
    const std::string key = TaskStandings::taskKey(task.task, task.args, target.text);
    size_t layer = group.rows.size();
    if (layer > 0 && !group.isByHand) {
        const NetworkTask& before = group.rows.back().task;
        if (before.op == task.op && before.shape == task.shape && before.plainFlops == task.plainFlops
            && before.task != task.task) {
            layer = group.rows.back().layer;
        }
    }
    group.layers += layer == group.rows.size() ? 1 : 0;
    const std::string workload = workloadKey({.name = task.task, .args = task.args, .target = target});
    const double gpuPeak = target.kind == "cuda" ? peakOfGpu(target, task.task) : 0;
    group.rows.push_back({std::move(task), key, workload, 0, {}, layer, false, -1, gpuPeak});
}

void TaskModel::setSchedules(std::vector<NetworkTask> tasks, const Target& target)
{
    if (const int last = static_cast<int>(m_groups.size()) - 1; last >= 0 && m_groups.back().isByHand) {
        beginRemoveRows({}, last, last);
        m_groups.pop_back();
        endRemoveRows();
    }
    if (!tasks.empty()) {
        Group group;
        group.name = tr("Schedules by hand");
        group.source = tr("The schedules of this project. The view Workshop edits them.");
        group.isByHand = true;
        for (NetworkTask& task : tasks) {
            group.gflops += task.plainFlops / 1e9;
            addRow(group, std::move(task), target);
        }
        const auto at = static_cast<int>(m_groups.size());
        beginInsertRows({}, at, at);
        m_groups.push_back(std::move(group));
        endInsertRows();
    }
    refresh();
}

QModelIndex TaskModel::schedules() const
{
    return !m_groups.empty() && m_groups.back().isByHand ? index(static_cast<int>(m_groups.size()) - 1, 0) : QModelIndex();
}

void TaskModel::setPeaks(MachinePeaks peaks)
{
    if (std::exchange(m_peaks, peaks) != peaks) {
        emitTasksChanged(Trials);
    }
    refresh();
}

void TaskModel::rename(const QString& before, const QString& now)
{
    const auto found = std::ranges::find(m_groups, before, &Group::name);
    if (found == m_groups.end() || found->isByHand) {
        return;
    }
    const auto renamed = [&](const std::string& id) { return renamedLabel(id, before.toStdString(), now.toStdString()); };
    found->name = now;
    m_currentTask = QString::fromStdString(renamed(m_currentTask.toStdString()));
    for (Row& row : found->rows) {
        row.task.id = renamed(row.task.id);
    }
    const QModelIndex name = index(static_cast<int>(found - m_groups.begin()), Name);
    emit dataChanged(name, name);
    emitTasksChanged(Name); // tool tips and what the filter finds
}

QString TaskModel::network(const QModelIndex& index) const
{
    const bool isGroup = index.isValid() && index.internalId() == kTopLevel;
    return isGroup && !m_groups[static_cast<size_t>(index.row())].isByHand ? m_groups[static_cast<size_t>(index.row())].name
                                                                           : QString();
}

void TaskModel::setCurrentTask(const QString& id)
{
    for (const QString& changed : {std::exchange(m_currentTask, id), id}) {
        if (const QModelIndex index = find(changed); index.isValid()) {
            emit dataChanged(index, index.siblingAtColumn(ColumnCount - 1), {Qt::FontRole});
        }
    }
}

void TaskModel::setEdits(const EditsOfTasks& edits)
{
    changeRows(Name, [&edits](Row& row) {
        const auto found = edits.find(row.workload);
        const int now = found == edits.end() ? 0 : static_cast<int>(found->second.size());
        return std::exchange(row.edits, now) != now;
    });
}

void TaskModel::changeRows(Column first, const std::function<bool(Row&)>& change)
{
    for (size_t g = 0; g < m_groups.size(); ++g) {
        std::vector<Row>& rows = m_groups[g].rows;
        for (size_t r = 0; r < rows.size(); ++r) {
            const size_t begin = r;
            while (r < rows.size() && change(rows[r])) {
                ++r;
            }
            if (r > begin) {
                emit dataChanged(createIndex(static_cast<int>(begin), first, quintptr{g}),
                                 createIndex(static_cast<int>(r) - 1, ColumnCount - 1, quintptr{g}));
            }
        }
    }
}

void TaskModel::setNotes(std::span<const NoteRow> notes)
{
    const auto retag = [notes](QString& tags, const NoteSubject& about) {
        const QString now = notes.empty() ? QString() : QString::fromStdString(tagsAbout(notes, about));
        return std::exchange(tags, now) != now;
    };
    for (size_t i = 0; i < m_groups.size(); ++i) {
        if (retag(m_groups[i].tags, {.network = m_groups[i].name.toStdString()})) {
            const QModelIndex name = index(static_cast<int>(i), Name);
            emit dataChanged(name, name);
        }
    }
    changeRows(Name, [&retag](Row& row) { return retag(row.tags, {.task = row.task.id}); });
}

void TaskModel::setConfigs(const std::unordered_map<std::string, SpaceCount>& configs)
{
    const qsizetype before = m_longestCount;
    changeRows(Configs, [&](Row& row) {
        const auto found = configs.find(row.workload);
        if (found == configs.end() || std::exchange(row.configs, found->second) == found->second) {
            return false;
        }
        m_longestCount = std::max(m_longestCount, countText(row.configs).size());
        return true;
    });
    if (m_longestCount > before) {
        emit countsGrew();
    }
}

void TaskModel::emitTasksChanged(Column first)
{
    for (size_t g = 0; g < m_groups.size(); ++g) {
        if (const auto rows = static_cast<int>(m_groups[g].rows.size()); rows > 0) {
            emit dataChanged(createIndex(0, first, quintptr{g}), createIndex(rows - 1, ColumnCount - 1, quintptr{g}));
        }
    }
}

std::vector<std::pair<std::string, const NetworkTask*>> TaskModel::all() const
{
    std::vector<std::pair<std::string, const NetworkTask*>> out;
    for (const Group& group : m_groups) {
        for (const Row& row : group.rows) {
            out.emplace_back(row.workload, &row.task);
        }
    }
    return out;
}

int TaskModel::widest(Column column, const QFontMetrics& plain, const QFontMetrics& bold, int indentation) const
{
    int widest = 0;
    QSet<QString> measured; // most texts occur in many rows, and measuring one takes longer than finding it here
    for (const Group& group : m_groups) {
        widest = std::max(widest, column == Name ? plain.horizontalAdvance(group.name) - indentation : 0);
        for (const Row& row : group.rows) {
            const QString text = m_columns[column].display({group, row, standing(row)}).toString();
            if (const auto before = measured.size(); measured.insert(text), measured.size() != before) {
                widest = std::max(widest, bold.horizontalAdvance(text));
            }
        }
    }
    return widest;
}

std::vector<const NetworkTask*> TaskModel::tasks(const QModelIndexList& indexes) const
{
    std::set<std::pair<quintptr, int>> places; // in tree order
    for (const QModelIndex& index : indexes) {
        if (index.internalId() != kTopLevel) {
            places.emplace(index.internalId(), index.row());
            continue;
        }
        for (int row = 0; row < rowCount(index.siblingAtColumn(0)); ++row) {
            places.emplace(static_cast<quintptr>(index.row()), row);
        }
    }
    std::vector<const NetworkTask*> out;
    for (const auto& [group, row] : places) {
        out.push_back(&m_groups[group].rows[static_cast<size_t>(row)].task);
    }
    return out;
}

/// Computes shares of the network's time: a layer counts with its fastest template; only if all layers are measured.
void TaskModel::computeShares(Group& group, const std::vector<const TaskStanding*>& standings)
{
    std::vector<size_t> fastest(group.rows.size(), SIZE_MAX); // by the first row of a layer
    group.seconds = 0;
    group.measured = 0;
    if (group.isByHand) {
        return; // no parts of a whole
    }
    const auto secondsOf = [&](size_t row) {
        return standings[row]->bestSeconds * static_cast<double>(group.rows[row].task.count);
    };
    for (size_t row = 0; row < group.rows.size(); ++row) {
        group.rows[row].share = -1;
        group.rows[row].isSlower = standings[row]->bestSeconds > 0;
        size_t& best = fastest[group.rows[row].layer];
        if (standings[row]->bestSeconds > 0 && (best == SIZE_MAX || secondsOf(row) < secondsOf(best))) {
            best = row;
        }
    }
    for (const size_t best : fastest) {
        if (best != SIZE_MAX) {
            group.seconds += secondsOf(best);
            ++group.measured;
        }
    }
    for (const size_t best : fastest) {
        if (best != SIZE_MAX) {
            group.rows[best].isSlower = false;
            group.rows[best].share = group.measured == group.layers ? secondsOf(best) / group.seconds : -1;
        }
    }
}

const TaskStanding& TaskModel::standing(const Row& row) const
{
    static const TaskStanding none;
    const TaskStanding* known = m_standings ? m_standings->find(row.key) : nullptr;
    return known ? *known : none;
}

void TaskModel::refresh()
{
    for (size_t g = 0; g < m_groups.size(); ++g) {
        Group& group = m_groups[g];
        std::vector<const TaskStanding*> standings;
        const auto before = std::tuple(group.trials, group.measured, group.seconds);
        group.trials = 0;
        for (const Row& row : group.rows) {
            standings.push_back(&standing(row));
            group.trials += standings.back()->trials;
        }
        computeShares(group, standings);
        if (before != std::tuple(group.trials, group.measured, group.seconds)) {
            emit dataChanged(createIndex(static_cast<int>(g), Trials, kTopLevel),
                             createIndex(static_cast<int>(g), Threads, kTopLevel));
        }
    }
    changeRows(Trials, [this](Row& row) { // a run reports several times a second
        const TaskStanding& now = standing(row);
        const std::pair share(row.share, row.isSlower);
        const bool isOther = row.shown != now || row.shownShare != share;
        row.shown = now;
        row.shownShare = share;
        return isOther;
    });
}

const NetworkTask* TaskModel::task(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kTopLevel) {
        return nullptr;
    }
    return &m_groups[index.internalId()].rows[static_cast<size_t>(index.row())].task;
}

QModelIndex TaskModel::find(const QString& id) const
{
    const std::string wanted = id.toStdString();
    for (size_t g = 0; g < m_groups.size(); ++g) {
        for (size_t t = 0; t < m_groups[g].rows.size(); ++t) {
            if (m_groups[g].rows[t].task.id == wanted) {
                return createIndex(static_cast<int>(t), 0, quintptr{g});
            }
        }
    }
    return {};
}

QModelIndex TaskModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : kTopLevel);
}

QModelIndex TaskModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == kTopLevel) {
        return {};
    }
    return createIndex(static_cast<int>(child.internalId()), 0, kTopLevel);
}

int TaskModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    const bool isNetwork = parent.internalId() == kTopLevel && parent.column() == 0;
    return isNetwork ? static_cast<int>(m_groups[static_cast<size_t>(parent.row())].rows.size()) : 0;
}

QVariant TaskModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const ModelColumn<CellInput>& column = m_columns[static_cast<size_t>(index.column())];
    if (role == Qt::TextAlignmentRole) {
        return column.alignment();
    }
    if (index.internalId() == kTopLevel) {
        return groupData(m_groups[static_cast<size_t>(index.row())], index.column(), role);
    }
    const Group& group = m_groups[index.internalId()];
    const Row& row = group.rows[static_cast<size_t>(index.row())];
    const CellInput seen{group, row, standing(row)};
    switch (role) {
    case Qt::DisplayRole: return column.display(seen);
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: return column.cellTip(seen);
    case Qt::FontRole: {
        const bool isCurrent = !m_currentTask.isEmpty() && m_currentTask == QString::fromStdString(row.task.id);
        return isCurrent || (row.edits > 0 && index.column() == Name) ? QVariant(emphasised(QGuiApplication::font()))
                                                                      : QVariant();
    }
    case Qt::ForegroundRole:
        if (row.edits > 0 && index.column() == Name) {
            return themeFor(QGuiApplication::palette()).changed;
        }
        return index.column() == Share && row.share < 0 ? QVariant(QGuiApplication::palette().color(QPalette::PlaceholderText))
                                                        : QVariant();
    case SortRole: return index.column() == Name ? QVariant(index.row()) : column.sortValue(seen);
    case FilterRole: {
        const QString text =
            QString::fromStdString(row.task.id + ' ' + row.task.op + ' ' + row.task.shape + ' ' + row.task.task + ' ') + row.tags;
        return row.configs.high > 0 ? QStringLiteral("%1 %2 %3").arg(text, countText(row.configs)).arg(row.configs.low) : text;
    }
    case CurveRole: return index.column() == LastRun ? curve(seen) : QVariant();
    default: return {};
    }
}

QVariant TaskModel::groupData(const Group& group, int column, int role) const
{
    const auto textAndSort = [&]() -> std::pair<QString, QVariant> {
        switch (column) {
        case Name: return {withTags(group.name, group.tags), group.name};
        case Shape: return {tr("%n task(s)", nullptr, static_cast<int>(group.rows.size())), group.name};
        case Gflops: return {number(group.gflops, 3), group.gflops * 1e9};
        case Trials: return {group.trials > 0 ? number(group.trials) : QString(), qlonglong(group.trials)};
        case Share:
            return {group.measured == 0              ? QString()
                    : group.measured == group.layers ? tr("%1 ms").arg(number(group.seconds * 1e3, 2))
                                                     : tr("%1 of %2").arg(group.measured).arg(group.layers),
                    group.seconds};
        default: return {QString(), group.name};
        }
    };
    switch (role) {
    case Qt::ToolTipRole:
        return column == Share && group.measured > 0 ? tr("%1 ms for %2 of %3 distinct layer(s)", nullptr, pluralOf(group.layers))
                                                           .arg(milliseconds(group.seconds))
                                                           .arg(group.measured)
                                                           .arg(group.layers)
                                                     : group.source;
    case FilterRole: return withTags(group.name, group.tags);
    case SortRole: return textAndSort().second;
    case Qt::DisplayRole: return textAndSort().first;
    default: return {};
    }
}

QVariant TaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole && section == LastRun) {
        return static_cast<int>(Qt::AlignCenter); // right-aligned "Best" would touch a left-aligned heading
    }
    return orientation == Qt::Horizontal && section >= 0 && section < ColumnCount
             ? m_columns[static_cast<size_t>(section)].header(role)
             : QVariant();
}

TaskFilter::TaskFilter(TaskModel& model, QObject* parent)
    : NaturalSortModel(parent)
{
    setSourceModel(&model);
    setAutoAcceptChildRows(true);
    setSortRole(TaskModel::SortRole);
}

void TaskFilter::setWords(const QString& text)
{
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    setRecursiveFilteringEnabled(!m_words.isEmpty()); // it reports all networks of a task that changes as changed, too
    m_kept = QModelIndex();
    keep(m_current);
    invalidateFilter();
}

void TaskFilter::keep(const QModelIndex& task)
{
    m_current = task;
    m_kept = task.isValid() && filterAcceptsRow(task.row(), task.parent()) ? task : QModelIndex();
}

bool TaskFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const QString text = index.data(TaskModel::FilterRole).toString();
    return m_kept == index || std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
               return text.contains(word, Qt::CaseInsensitive);
           });
}

} // namespace knobscope

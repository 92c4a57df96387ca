// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/taskmodel.h"

#include "widgets/tasks/taskname.h"
#include "widgets/text/flopscount.h"
#include "widgets/text/number.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <QPointF>

#include <algorithm>
#include <set>

namespace knobscope {

namespace {

constexpr quintptr topLevel = ~quintptr{0}; // children carry their network's row

bool isNumber(int column)
{
    return column >= TaskModel::Gflops && column != TaskModel::LastRun && column != TaskModel::Template;
}

} // namespace

TaskModel::TaskModel(QObject* parent)
    : QAbstractItemModel(parent)
{
}

void TaskModel::load(std::span<const Network> networks, const Target& target, TaskChoice choice)
{
    beginResetModel();
    m_groups.clear();
    m_hasExtra = false;
    for (const Network& network : networks) {
        auto extracted = extractTasks(network, target, TaskChoice::WithExtra);
        if (!extracted || extracted->tasks.empty()) {
            continue;
        }
        m_hasExtra = m_hasExtra || std::ranges::any_of(extracted->tasks, &NetworkTask::isExtra);
        if (choice == TaskChoice::AutoTvm) {
            std::erase_if(extracted->tasks, [](const NetworkTask& task) { return task.isExtra; });
        }
        Group group{QString::fromStdString(network.id()),
                    QString::fromStdString(network.source),
                    network.totalFlops() / 1e9,
                    {},
                    0,
                    0,
                    0,
                    0};
        for (NetworkTask& task : extracted->tasks) {
            const std::string key = TaskStandings::taskKey(task.task, task.args, target.text);
            size_t layer = group.rows.size();
            if (layer > 0) {
                const NetworkTask& before = group.rows.back().task;
                if (before.op == task.op && before.shape == task.shape && before.plainFlops == task.plainFlops
                    && before.task != task.task) {
                    layer = group.rows.back().layer;
                }
            }
            group.layers += layer == group.rows.size() ? 1 : 0;
            Task named; // enough for its key
            named.name = task.task;
            named.args = task.args;
            named.target = target;
            group.rows.push_back({std::move(task), key, workloadKey(named), 0, 0, layer, false, -1});
        }
        m_groups.push_back(std::move(group));
    }
    endResetModel();
    refresh();
}

void TaskModel::setStandings(const TaskStandings* standings)
{
    m_standings = standings;
    refresh();
}

void TaskModel::setPeak(double gflops)
{
    m_peak = gflops;
    refresh();
}

void TaskModel::setCurrentTask(const QString& id)
{
    for (const QString& changed : {std::exchange(m_currentTask, id), id}) {
        if (const QModelIndex index = find(changed); index.isValid()) {
            emit dataChanged(index, index.siblingAtColumn(ColumnCount - 1), {Qt::FontRole});
        }
    }
}

void TaskModel::setEdits(const Preparation::EditsOfTasks& edits)
{
    for (size_t g = 0; g < m_groups.size(); ++g) {
        for (size_t r = 0; r < m_groups[g].rows.size(); ++r) {
            Row& row = m_groups[g].rows[r];
            const auto found = edits.find(row.workload);
            const int now = found == edits.end() ? 0 : static_cast<int>(found->second.size());
            if (std::exchange(row.edits, now) != now) {
                const QModelIndex changed = createIndex(static_cast<int>(r), Name, quintptr{g});
                emit dataChanged(changed, changed.siblingAtColumn(ColumnCount - 1));
            }
        }
    }
}

void TaskModel::setConfigs(const std::map<std::string, int64_t>& configs)
{
    for (size_t g = 0; g < m_groups.size(); ++g) {
        auto& rows = m_groups[g].rows;
        for (Row& row : rows) {
            const auto found = configs.find(row.workload);
            row.configs = found == configs.end() ? row.configs : found->second;
        }
        if (!rows.empty()) {
            emit dataChanged(createIndex(0, Configs, quintptr{g}),
                             createIndex(static_cast<int>(rows.size()) - 1, Configs, quintptr{g}));
        }
    }
    emit configsChanged();
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

int TaskModel::widest(Column column, const QFontMetrics& metrics, int indentation) const
{
    int widest = 0;
    for (const Group& group : m_groups) {
        widest = std::max(widest, column == Name ? metrics.horizontalAdvance(group.name) - indentation : 0);
        for (const Row& row : group.rows) {
            widest = std::max(widest, metrics.horizontalAdvance(text(row, column).toString()));
        }
    }
    return widest;
}

std::vector<const NetworkTask*> TaskModel::tasks(const QModelIndexList& indexes) const
{
    std::set<std::pair<quintptr, int>> places; // in the tree's order
    for (const QModelIndex& index : indexes) {
        if (index.internalId() != topLevel) {
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

/// The time of a layer is that of its fastest template; shares are of a network that was measured whole.
void TaskModel::shareTime(Group& group, const std::vector<const TaskStanding*>& standings)
{
    std::vector<size_t> fastest(group.rows.size(), SIZE_MAX); // by first row of the layer
    group.seconds = 0;
    group.measured = 0;
    const auto secondsOf = [&](size_t row) {
        return standings[row]->bestSeconds * static_cast<double>(group.rows[row].task.count);
    };
    for (size_t row = 0; row < group.rows.size(); ++row) {
        group.rows[row].share = -1;
        group.rows[row].isSlower = standings[row] && standings[row]->bestSeconds > 0;
        size_t& best = fastest[group.rows[row].layer];
        if (standings[row] && standings[row]->bestSeconds > 0 && (best == SIZE_MAX || secondsOf(row) < secondsOf(best))) {
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

void TaskModel::refresh()
{
    for (size_t g = 0; g < m_groups.size(); ++g) {
        Group& group = m_groups[g];
        std::vector<const TaskStanding*> standings;
        group.trials = 0;
        for (const Row& row : group.rows) {
            standings.push_back(standing(row));
            group.trials += standings.back() ? standings.back()->trials : 0;
        }
        shareTime(group, standings);
        emit dataChanged(createIndex(static_cast<int>(g), Trials, topLevel), createIndex(static_cast<int>(g), Threads, topLevel));
        if (!group.rows.empty()) {
            emit dataChanged(createIndex(0, Trials, quintptr{g}),
                             createIndex(static_cast<int>(group.rows.size()) - 1, Threads, quintptr{g}));
        }
    }
}

const NetworkTask* TaskModel::task(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == topLevel) {
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
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) : topLevel);
}

QModelIndex TaskModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == topLevel) {
        return {};
    }
    return createIndex(static_cast<int>(child.internalId()), 0, topLevel);
}

int TaskModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_groups.size());
    }
    const bool isNetwork = parent.internalId() == topLevel && parent.column() == 0;
    return isNetwork ? static_cast<int>(m_groups[static_cast<size_t>(parent.row())].rows.size()) : 0;
}

int TaskModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant TaskModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isNumber(index.column())) {
        return int(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (index.internalId() == topLevel) {
        return groupData(m_groups[static_cast<size_t>(index.row())], index.column(), role);
    }
    const Group& group = m_groups[index.internalId()];
    const Row& row = group.rows[static_cast<size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: return toolTip(group, row, index.column());
    case Qt::FontRole:
        if (!m_currentTask.isEmpty() && m_currentTask == QString::fromStdString(row.task.id)) {
            QFont bold = QGuiApplication::font();
            bold.setBold(true);
            return bold;
        }
        return {};
    case Qt::ForegroundRole:
        return index.column() == Share && row.share < 0 ? QVariant(QGuiApplication::palette().color(QPalette::PlaceholderText))
                                                        : QVariant();
    case SortRole: return index.column() == Name ? QVariant(index.row()) : value(row, index.column());
    case FilterRole: {
        const QString words =
            QString::fromStdString(row.task.id + ' ' + row.task.op + ' ' + row.task.shape + ' ' + row.task.task);
        return row.configs > 0 ? QStringLiteral("%1 %2 %3").arg(words, number(row.configs)).arg(row.configs) : words;
    }
    case CurveRole: return index.column() == LastRun ? curve(row) : QVariant();
    default: return {};
    }
}

QVariant TaskModel::text(const Row& row, int column) const
{
    const TaskStanding* known = standing(row);
    const double best = known ? known->bestGflops : 0;
    switch (column) {
    case Name: return row.edits > 0 ? taskName(row.task) + QStringLiteral(" *") : taskName(row.task);
    case Shape: return QString::fromStdString(row.task.shape);
    case Gflops: return number(row.task.plainFlops / 1e9, 3);
    case Layers: return number(row.task.count);
    case Trials: return known ? number(known->trials) : QString();
    case Best: return best > 0 ? number(best, 1) : QString();
    case Share:
        return row.share >= 0 ? tr("%1 %").arg(number(row.share * 100, 1)) : row.isSlower ? tr("slower") : QStringLiteral("–");
    case Template: return QString::fromStdString(row.task.task);
    case Configs: return row.configs > 0 ? number(row.configs) : QString();
    case Threads: return known && known->bestThreads > 0 ? number(known->bestThreads) : QString();
    case Peak: return best > 0 && m_peak > 0 ? tr("%1 %").arg(number(plainGflops(row) / m_peak * 100, 1)) : QString();
    default: return {};
    }
}

double TaskModel::plainGflops(const Row& row) const
{
    const TaskStanding* known = standing(row);
    return known && known->bestSeconds > 0 ? row.task.plainFlops / known->bestSeconds / 1e9 : 0;
}

QVariant TaskModel::value(const Row& row, int column) const
{
    const TaskStanding* known = standing(row);
    switch (column) {
    case Shape: return QString::fromStdString(row.task.shape);
    case Gflops: return row.task.plainFlops;
    case Layers: return qlonglong(row.task.count);
    case Trials: return qlonglong(known ? known->trials : 0);
    case Best: return known ? known->bestGflops : 0.0;
    case Peak: return plainGflops(row);
    case Share: return row.share;
    case Template: return QString::fromStdString(row.task.task);
    case Configs: return qlonglong(row.configs);
    case Threads: return known ? known->bestThreads : 0;
    case LastRun: return qlonglong(known ? known->lastRun : 0);
    default: return {};
    }
}

QString TaskModel::toolTip(const Group& group, const Row& row, int column) const
{
    const TaskStanding* known = standing(row);
    switch (column) {
    case Gflops: return tr("%1 GFLOPs a layer").arg(figures(row.task.plainFlops / 1e9, 12));
    case Layers: return tr("%n layer(s) of the network have this workload.", nullptr, static_cast<int>(row.task.count));
    case Trials:
        return known ? tr("%1 trials in %n run(s)", nullptr, static_cast<int>(known->runs)).arg(number(known->trials))
                     : tr("Not tuned in this project.");
    case Best:
    case Peak:
        if (!known || known->bestSeconds <= 0) {
            return tr("Not measured in this project.");
        }
        return tr("%1 GFLOPS, %2 ms a layer").arg(figures(known->bestGflops, 9), milliseconds(known->bestSeconds))
             + (known->bestSpeedup > 0 ? tr(", %1 times as fast as untuned").arg(number(known->bestSpeedup, 2)) : QString());
    case Share:
        if (row.share >= 0) {
            return tr("%1 × %2 ms of the %3 ms of the whole network")
                .arg(number(row.task.count), milliseconds(known->bestSeconds), milliseconds(group.seconds));
        }
        return row.isSlower
                 ? tr("Another template of the same layer is faster: %1 ms here.").arg(milliseconds(known->bestSeconds))
             : known && known->bestSeconds > 0 ? tr("%1 × %2 ms; its share is known when all layers are measured, %3 of %4 are.")
                                                     .arg(number(row.task.count), milliseconds(known->bestSeconds))
                                                     .arg(group.measured)
                                                     .arg(group.layers)
                                               : tr("Not measured in this project.");
    case Configs:
        return row.edits > 0 ? tr("%1 configs with %n edit(s)", nullptr, row.edits).arg(number(row.configs))
                             : tr("%1 configs").arg(number(row.configs));
    case Threads: return tr("Threads of the fastest config");
    case LastRun:
        return known && !known->curve.empty() ? tr("Run %1: from %2 to %3 GFLOPS in %4 trials")
                                                    .arg(known->lastRun)
                                                    .arg(number(known->curve.front().gflops, 1),
                                                         number(known->curve.back().gflops, 1), number(known->lastTrials))
                                              : tr("No run of this task has measured a config yet.");
    default:
        return tr("%1, template %2").arg(QString::fromStdString(row.task.id), QString::fromStdString(row.task.task))
             + (row.edits > 0 ? tr(", %n edit(s) of its space", nullptr, row.edits) : QString());
    }
}

QVariant TaskModel::groupData(const Group& group, int column, int role) const
{
    switch (role) {
    case Qt::ToolTipRole:
        return column == Share && group.measured > 0
                 ? tr("%1 ms for %2 of %3 distinct layers").arg(milliseconds(group.seconds)).arg(group.measured).arg(group.layers)
                 : group.source;
    case FilterRole: return group.name;
    case SortRole:
        switch (column) {
        case Name:
        case Shape: return group.name;
        case Gflops: return group.gflops * 1e9;
        case Trials: return qlonglong(group.trials);
        case Share: return group.seconds;
        default: return group.name;
        }
    case Qt::DisplayRole:
        switch (column) {
        case Name: return group.name;
        case Shape: return tr("%n task(s)", nullptr, static_cast<int>(group.rows.size()));
        case Gflops: return number(group.gflops, 3);
        case Trials: return group.trials > 0 ? number(group.trials) : QString();
        case Share:
            return group.measured == 0            ? QString()
                 : group.measured == group.layers ? tr("%1 ms").arg(number(group.seconds * 1e3, 2))
                                                  : tr("%1 of %2").arg(group.measured).arg(group.layers);
        default: return {};
        }
    default: return {};
    }
}

QVariant TaskModel::curve(const Row& row) const
{
    const TaskStanding* known = standing(row);
    if (!known || known->curve.empty() || known->lastTrials == 0) {
        return {};
    }
    QVector<QPointF> points;
    const double trials = static_cast<double>(known->lastTrials);
    const double best = known->curve.back().gflops;
    for (const BestStep& step : known->curve) {
        points.append({static_cast<double>(step.number - 1) / trials, step.gflops / best});
    }
    return QVariant::fromValue(points);
}

QVariant TaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole && isNumber(section)) {
        return int(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    const bool isTip = role == Qt::ToolTipRole;
    switch (section) {
    case Name: return isTip ? tr("Number and operator of the task") : tr("Task");
    case Shape: return isTip ? tr("Shape of input, output and kernel") : tr("Shape");
    case Gflops:
        return isTip ? tr("Work of one layer, in billions of floating-point operations: two a multiply-add") : tr("Work");
    case Layers: return isTip ? tr("Layers of the network with this workload") : tr("Layers");
    case Trials: return isTip ? tr("Configs measured so far in this project") : tr("Trials");
    case Best: return isTip ? tr("The fastest config so far") + QLatin1Char('\n') + FlopsCount::autotvmTip() : tr("Best");
    case Share: return isTip ? tr("Part of the network's time, when all of its layers were measured") : tr("Share");
    case Peak:
        return isTip ? tr("Part of the machine's measured peak, both counted as two operations a multiply-add") : tr("Of peak");
    case LastRun: return isTip ? tr("The best so far over the trials of the last run") : tr("Last run");
    case Template:
        return isTip ? tr("How the task is scheduled: the same layer may be there by several templates") : tr("Template");
    case Configs: return isTip ? tr("Size of the task's space, with its edits") : tr("Configs");
    case Threads: return isTip ? tr("Threads of the fastest config so far") : tr("Threads");
    default: return {};
    }
}

} // namespace knobscope

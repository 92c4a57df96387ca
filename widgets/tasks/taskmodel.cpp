// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/taskmodel.h"

#include <QLocale>

namespace knobscope {

namespace {

constexpr quintptr topLevel = ~quintptr{0}; // children carry their network's row

} // namespace

TaskModel::TaskModel(QObject* parent) : QAbstractItemModel(parent) {}

void TaskModel::load(std::span<const Network> networks, const Target& target)
{
    beginResetModel();
    m_groups.clear();
    for (const Network& network : networks) {
        auto extracted = extractTasks(network, target);
        if (extracted && !extracted->tasks.empty()) {
            m_groups.push_back({QString::fromStdString(network.id()), QString::fromStdString(network.source), network.totalFlops() / 1e9,
                                std::move(extracted->tasks)});
        }
    }
    endResetModel();
}

const NetworkTask* TaskModel::task(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == topLevel) {
        return nullptr;
    }
    return &m_groups[index.internalId()].tasks[static_cast<size_t>(index.row())];
}

QModelIndex TaskModel::find(const QString& id) const
{
    for (size_t g = 0; g < m_groups.size(); ++g) {
        for (size_t t = 0; t < m_groups[g].tasks.size(); ++t) {
            if (QString::fromStdString(m_groups[g].tasks[t].id) == id) {
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
    return isNetwork ? static_cast<int>(m_groups[static_cast<size_t>(parent.row())].tasks.size()) : 0;
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
    if (role == Qt::TextAlignmentRole && index.column() >= Gflops) {
        return int(Qt::AlignRight | Qt::AlignVCenter);
    }
    const NetworkTask* item = task(index);
    if (!item) {
        const Group& group = m_groups[static_cast<size_t>(index.row())];
        if (role == Qt::ToolTipRole) {
            return group.source;
        }
        if (role != Qt::DisplayRole) {
            return {};
        }
        switch (index.column()) {
        case Name: return group.name;
        case Shape: return tr("%n task(s)", nullptr, static_cast<int>(group.tasks.size()));
        case Gflops: return QLocale().toString(group.gflops, 'f', 3);
        default: return {};
        }
    }
    if (role == Qt::ToolTipRole) {
        return QString::fromStdString(item->task);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Name: return QString::fromStdString(item->id.substr(item->id.rfind(':') + 1) + "  " + item->op);
    case Shape: return QString::fromStdString(item->shape);
    case Gflops: return QLocale().toString(item->plainFlops / 1e9, 'f', 3);
    case Layers: return QLocale().toString(static_cast<qlonglong>(item->count));
    default: return {};
    }
}

QVariant TaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name: return tr("Task");
    case Shape: return tr("Shape");
    case Gflops: return tr("GFLOPs");
    case Layers: return tr("Layers");
    default: return {};
    }
}

} // namespace knobscope

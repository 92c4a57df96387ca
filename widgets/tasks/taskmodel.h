// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"

#include <QAbstractItemModel>

namespace knobscope {

/// Networks and their tuning tasks on one target: a tree of two levels with shape, template, GFLOPs and layer count.
class TaskModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column { Name, Shape, Gflops, Layers, ColumnCount };

    explicit TaskModel(QObject* parent = nullptr);
    /// Fills the tree; networks that have no tasks on the target are left out.
    void load(std::span<const Network> networks, const Target& target);
    /// The task at an index; null for a network.
    const NetworkTask* task(const QModelIndex& index) const;
    /// The index of a task by its id ("resnet-18:2").
    QModelIndex find(const QString& id) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Group {
        QString name;
        QString source;
        double gflops = 0;
        std::vector<NetworkTask> tasks;
    };
    std::vector<Group> m_groups;
};

} // namespace knobscope

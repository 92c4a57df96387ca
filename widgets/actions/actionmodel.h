// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/actions/actionregistry.h"

#include <QAbstractTableModel>
#include <QIcon>

namespace knobscope {

/// The registered actions as rows: what it does, its group, its shortcut. The shortcut column can be edited with a text
/// ("Ctrl+K"); an empty text takes the shortcut away.
class ActionModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Name, Group, Shortcut, ColumnCount };

    explicit ActionModel(ActionRegistry& registry, QObject* parent = nullptr);
    QAction* action(int row) const;
    /// Everything but letters that a menu text holds for access keys and dialogs: "&Open…" is "Open".
    static QString plainText(const QAction* action);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// A shortcut was taken from this action because another one got it.
    void shortcutTaken(QAction* from);

private:
    ActionRegistry& m_registry;
    QIcon m_noIcon; ///< as wide as the others, so that all names begin at the same place
};

} // namespace knobscope

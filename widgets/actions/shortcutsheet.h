// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/actions/actionmodel.h"

#include <QDialog>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTreeView;

namespace knobscope {

/// All actions with their shortcuts, to read, to search, and to change: choose a row, press the new keys. A shortcut that
/// another action had is taken from it, and that is said.
class ShortcutSheet : public QDialog
{
    Q_OBJECT
public:
    explicit ShortcutSheet(ActionRegistry& registry, QWidget* parent = nullptr);

private:
    QAction* current() const;
    void showCurrent();
    void assign(const QKeySequence& shortcut);
    ActionRegistry& m_registry;
    ActionModel m_model;
    QSortFilterProxyModel* m_filtered;
    QLineEdit* m_filter;
    QTreeView* m_list;
    QKeySequenceEdit* m_keys;
    QPushButton* m_assign;
    QPushButton* m_reset;
    QLabel* m_note;
};

} // namespace knobscope

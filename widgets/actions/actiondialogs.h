// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/actions/actionregistry.h"

#include <QDialog>
#include <QStandardItemModel>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTreeView;

namespace knobscope {

/// The registered actions, as they are now, as rows: what it does, its group, its shortcut. Shortcuts are kept up to date.
class ActionModel : public QStandardItemModel
{
    Q_OBJECT
public:
    enum Column { Name, Group, Shortcut };

    explicit ActionModel(ActionRegistry& registry, QObject* parent = nullptr);
    QAction* action(int row) const;
    /// Everything but letters that a menu text holds for access keys and dialogs: "&Open…" is "Open".
    static QString plainText(const QAction* action);

private:
    void showShortcuts();
    ActionRegistry& m_registry;
};

/// How well typed letters fit a text: all of them must occur in order; runs, word starts and early places count more. -1 when
/// they do not occur.
int fuzzyScore(const QString& typed, const QString& text);

/// A field and the actions that fit what is typed, best first; Enter does it. Actions that cannot be done now are left out.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    explicit CommandPalette(ActionRegistry& registry, QWidget* parent);

    /// The entries shown, best first.
    QStringList shown() const;

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter();
    void runCurrent();
    ActionRegistry& m_registry;
    ActionModel m_model;
    QStandardItemModel m_shown{0, ActionModel::Shortcut + 1}; ///< those of its rows that fit
    QList<QAction*> m_shownActions;
    QLineEdit* m_field;
    QTreeView* m_list;
};

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
    void assign(const QList<QKeySequence>& shortcuts);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/actionregistry.h"

#include <QDialog>
#include <QStandardItemModel>

#include <functional>
#include <vector>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTreeView;

namespace knobscope {

/// The registered actions as rows: name, group, shortcut. Shortcuts are kept up to date.
class ActionModel : public QStandardItemModel
{
    Q_OBJECT
public:
    enum Column { Name, Group, Shortcut };

    explicit ActionModel(ActionRegistry& registry, QObject* parent = nullptr);
    QAction* action(int row) const;
    /// Removes access key and ellipsis from a menu text: "&Open…" becomes "Open".
    static QString plainText(const QAction* action);

private:
    void showShortcuts();
    ActionRegistry& m_registry;
};

/// Fuzzy match score of typed letters in a text. All must occur in order; contiguous runs, word starts and early positions
/// score higher. Returns -1 if there is no match.
int fuzzyScore(const QString& typed, const QString& text);

/// Something to go to, found by its name.
struct PalettePlace {
    QString name;
    QString kind; ///< "Task"
    std::function<void()> open;
};

/// A text field, the matching actions, and below them the matching places, both best first; Enter triggers one. Unavailable
/// actions are omitted; places are listed once something is typed.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(ActionRegistry& registry, QWidget* parent, std::vector<PalettePlace> places = {});

    /// The entries shown, best first.
    QStringList shown() const;

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void filter();
    void filterPlaces();
    void runCurrent();
    ActionRegistry& m_registry;
    ActionModel m_model;
    std::vector<PalettePlace> m_places;
    QStandardItemModel m_shown{0, ActionModel::Shortcut + 1}; ///< rows of m_model that match, and places
    QList<QAction*> m_shownActions;
    std::vector<size_t> m_shownPlaces; ///< indexes in m_places; their rows follow those of the actions
    QLineEdit* m_field;
    QTreeView* m_list;
};

/// All actions with their shortcuts, with a search field. To change a shortcut, choose a row and press the new keys. If another
/// action had that shortcut, it loses it, and a note reports this.
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

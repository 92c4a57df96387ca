// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>

#include <functional>
#include <map>
#include <vector>

namespace knobscope {

/// All actions of the program, each known by an id ("run.start"): menus, toolbar, command palette and shortcut sheet are made
/// from this list, and shortcuts that a person changed are kept in the settings. GUI thread only.
class ActionRegistry : public QObject
{
    Q_OBJECT
public:
    /// What `add` takes. `text` is a menu entry with its access key; `scope` is the widget within which a shortcut of single
    /// letters works (null: the whole window).
    struct Spec {
        QString id;
        QString text;
        QKeySequence shortcut;
        QString iconName;          ///< of the icon theme; empty: none
        QWidget* scope = nullptr;
        bool isCheckable = false;
    };
    explicit ActionRegistry(QWidget* window);

    QAction* add(const Spec& spec, std::function<void()> trigger);
    /// The usual kind: in the whole window, without an icon.
    QAction* add(const char* id, const QString& text, const QKeySequence& shortcut, std::function<void()> trigger)
    {
        return add({QString::fromLatin1(id), text, shortcut}, std::move(trigger));
    }
    /// One that `add` would make, for a view that shows it before there is a registry, which adopts it later.
    static QAction* make(const Spec& spec, QObject* parent, std::function<void()> trigger);
    /// Takes an action that exists (undo, dock toggles) into the list.
    QAction* adopt(QAction* action, const QString& id);
    QAction* action(const QString& id) const;
    /// In the order added.
    const std::vector<QAction*>& actions() const { return m_actions; }
    /// A menu text without its access key: "&Open…" and "開啟(&O)…" without the letter that is no word of it.
    static QString withoutAccessKey(const QString& text);
    static QString idOf(const QAction* action) { return action->objectName(); }
    /// What a person calls the actions whose ids begin with `group` and a dot: the title of their menu or view.
    void nameGroup(const QString& group, const QString& title);
    /// The title of an action's group; the first part of its id where none was named.
    QString groupOf(const QAction* action) const;
    /// Those that an action was added with.
    QList<QKeySequence> defaultShortcuts(const QString& id) const;
    /// Changes and remembers shortcuts; an action that had one of them in the same scope loses it and is returned.
    QAction* setShortcuts(const QString& id, const QList<QKeySequence>& shortcuts);

signals:
    void shortcutsChanged();

private:
    QWidget* m_window;
    std::vector<QAction*> m_actions;
    std::vector<QList<QKeySequence>> m_defaults;
    std::map<QString, QString> m_groups; ///< titles
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QObject>

#include <functional>
#include <map>
#include <vector>

class QMenu;

namespace knobscope {

/// Registry of all actions, each with an id ("run.start"). Menus, toolbar, command palette and shortcut sheet are built from
/// it; user-defined shortcuts are stored in the settings. GUI thread only.
class ActionRegistry : public QObject
{
    Q_OBJECT
public:
    /// Arguments of `add`. `text` is a menu entry with its access key; `scope` is the widget in which a single-letter shortcut
    /// works (null: the whole window).
    struct Spec {
        QString id;
        QString text;
        QKeySequence shortcut;
        QString iconName; ///< of the icon theme; empty: none
        QWidget* scope = nullptr;
        bool isCheckable = false;
    };
    explicit ActionRegistry(QWidget* window);

    /// Returns why an action is unavailable, as a sentence for the status line; empty: it is available. Called when the action
    /// is triggered, and before a menu or the command palette shows it.
    using Obstacle = std::function<QString()>;

    /// If there is an obstacle, `trigger` is not called, and refused() is emitted with the reason.
    QAction* add(const Spec& spec, std::function<void()> trigger, Obstacle obstacle = {});
    /// Shorthand for a window-wide action without an icon.
    QAction* add(const char* id, const QString& text, const QKeySequence& shortcut, std::function<void()> trigger,
                 Obstacle obstacle = {})
    {
        return add({QString::fromLatin1(id), text, shortcut}, std::move(trigger), std::move(obstacle));
    }
    /// Makes an action like `add` for a view that shows it before the registry exists. The registry adopts it later.
    static QAction* make(const Spec& spec, QObject* parent, std::function<void()> trigger);
    /// Adds an existing action (undo, dock toggles). The obstacle hides it from the palette and disables it in menus; the
    /// action's own slot must check the obstacle itself.
    QAction* adopt(QAction* action, const QString& id, Obstacle obstacle = {});
    /// Null if there is none. Makes the rest first (completeWith) if it is not known yet.
    QAction* action(const QString& id) const;
    /// Calls `then` with an action: now, or when it is added.
    void whenAdded(const QString& id, QObject* receiver, std::function<void(QAction*)> then);
    /// Sets what adds the actions of views that are not made yet; called when an unknown action, or all of them, are asked for.
    void completeWith(std::function<void()> addRest) { m_addRest = std::move(addRest); }
    /// True if the action is enabled and has no obstacle.
    bool isAvailable(const QAction* action) const { return action->isEnabled() && obstacle(action).isEmpty(); }
    QString obstacle(const QAction* action) const;
    /// Disables unavailable actions while the menu is open. Afterwards their shortcuts work again and report the reason.
    void disableUnavailable(QMenu& menu);
    /// All actions, in the order added.
    const std::vector<QAction*>& actions() const;
    /// Removes the access key from a menu text: "&Open…" becomes "Open…", "開啟(&O)…" becomes "開啟…".
    static QString withoutAccessKey(const QString& text);
    static QString idOf(const QAction* action) { return action->objectName(); }
    /// Sets the title (of a menu or view) for actions whose ids begin with `group` and a dot.
    void nameGroup(const QString& group, const QString& title);
    /// Title of an action's group; the first part of its id if the group has no title.
    QString groupOf(const QAction* action) const;
    /// Shortcuts that the action was added with.
    QList<QKeySequence> defaultShortcuts(const QString& id) const;
    /// Changes and stores shortcuts. An action that had one of them in the same scope loses it and is returned.
    QAction* setShortcuts(const QString& id, const QList<QKeySequence>& shortcuts);

signals:
    void shortcutsChanged();
    void added(QAction* action);
    /// Emitted when an unavailable action was triggered.
    void refused(const QString& reason);

private:
    QAction* find(const QString& id) const;
    QWidget* m_window;
    std::function<void()> m_addRest;
    std::vector<QAction*> m_actions;
    std::vector<QList<QKeySequence>> m_defaults;
    std::map<const QAction*, Obstacle> m_obstacles;
    std::map<QString, QString> m_groups; ///< titles
};

} // namespace knobscope

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

    /// Why an action cannot be done now, in a sentence for the status line; empty: it can. Asked when it is triggered, and before
    /// it is shown in a menu or the command palette.
    using Obstacle = std::function<QString()>;

    /// With an obstacle in its way, `trigger` is not called and refused() says the reason.
    QAction* add(const Spec& spec, std::function<void()> trigger, Obstacle obstacle = {});
    /// The usual kind: in the whole window, without an icon.
    QAction* add(const char* id, const QString& text, const QKeySequence& shortcut, std::function<void()> trigger,
                 Obstacle obstacle = {})
    {
        return add({QString::fromLatin1(id), text, shortcut}, std::move(trigger), std::move(obstacle));
    }
    /// One that `add` would make, for a view that shows it before there is a registry, which adopts it later.
    static QAction* make(const Spec& spec, QObject* parent, std::function<void()> trigger);
    /// Takes an action that exists (undo, dock toggles) into the list. An obstacle keeps it out of the palette and greys it in
    /// menus; what it triggers has to look for itself.
    QAction* adopt(QAction* action, const QString& id, Obstacle obstacle = {});
    QAction* action(const QString& id) const;
    /// It is enabled and has no obstacle.
    bool isAvailable(const QAction* action) const { return action->isEnabled() && obstacle(action).isEmpty(); }
    QString obstacle(const QAction* action) const;
    /// Disables what has an obstacle for as long as the menu is open. Afterwards shortcuts reach it, and say the reason.
    void disableUnavailable(QMenu& menu);
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
    /// An action was triggered that cannot be done now.
    void refused(const QString& reason);

private:
    QWidget* m_window;
    std::vector<QAction*> m_actions;
    std::vector<QList<QKeySequence>> m_defaults;
    std::map<const QAction*, Obstacle> m_obstacles;
    std::map<QString, QString> m_groups; ///< titles
};

} // namespace knobscope

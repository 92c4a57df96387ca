// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/actionregistry.h"

#include "widgets/base/theme.h"

#include <QIcon>
#include <QMenu>
#include <QRegularExpression>
#include <QSettings>
#include <QWidget>

#include <algorithm>

namespace knobscope {

namespace {

QString settingsKey(const QString& id)
{
    return QStringLiteral("shortcuts/%1").arg(id);
}

} // namespace

ActionRegistry::ActionRegistry(QWidget* window)
    : QObject(window)
    , m_window(window)
{
}

QAction* ActionRegistry::add(const Spec& spec, std::function<void()> trigger, Obstacle obstacle)
{
    QAction* action = make(spec, this, [this, trigger = std::move(trigger), obstacle] {
        const QString reason = obstacle ? obstacle() : QString();
        if (reason.isEmpty()) {
            trigger();
        } else {
            emit refused(reason);
        }
    });
    return adopt(action, spec.id, std::move(obstacle));
}

QAction* ActionRegistry::make(const Spec& spec, QObject* parent, std::function<void()> trigger)
{
    auto* action = new QAction(spec.text, parent);
    action->setObjectName(spec.id);
    if (!spec.iconName.isEmpty()) {
        action->setIcon(iconNamed(spec.iconName));
    }
    action->setCheckable(spec.isCheckable);
    action->setShortcut(spec.shortcut);
    if (spec.scope) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        spec.scope->addAction(action);
    }
    if (trigger) {
        connect(action, &QAction::triggered, parent, [trigger = std::move(trigger)] { trigger(); });
    }
    return action;
}

QAction* ActionRegistry::adopt(QAction* action, const QString& id, Obstacle obstacle)
{
    if (obstacle) {
        m_obstacles[action] = std::move(obstacle);
    }
    action->setObjectName(id);
    if (action->associatedObjects().isEmpty()) {
        m_window->addAction(action); // its keys work before the menus are filled
    }
    m_actions.push_back(action);
    m_defaults.push_back(action->shortcuts());
    const QVariant changed = QSettings().value(settingsKey(id));
    if (changed.isValid()) {
        action->setShortcuts(QKeySequence::listFromString(changed.toString()));
    }
    emit added(action);
    return action;
}

QAction* ActionRegistry::find(const QString& id) const
{
    const auto found = std::ranges::find(m_actions, id, idOf);
    return found == m_actions.end() ? nullptr : *found;
}

QAction* ActionRegistry::action(const QString& id) const
{
    QAction* known = find(id);
    if (!known && m_addRest) {
        m_addRest();
        known = find(id);
    }
    return known;
}

const std::vector<QAction*>& ActionRegistry::actions() const
{
    if (m_addRest) {
        m_addRest();
    }
    return m_actions;
}

void ActionRegistry::whenAdded(const QString& id, QObject* receiver, std::function<void(QAction*)> then)
{
    if (QAction* known = find(id)) {
        then(known);
        return;
    }
    connect(this, &ActionRegistry::added, receiver, [id, then = std::move(then)](QAction* action) {
        if (idOf(action) == id) {
            then(action);
        }
    });
}

QString ActionRegistry::obstacle(const QAction* action) const
{
    const auto found = m_obstacles.find(action);
    return found == m_obstacles.end() ? QString() : found->second();
}

void ActionRegistry::disableUnavailable(QMenu& menu)
{
    const auto enable = [this, &menu](bool isOpen) {
        for (QAction* action : menu.actions()) {
            if (m_obstacles.contains(action)) {
                action->setEnabled(!isOpen || obstacle(action).isEmpty());
            }
        }
    };
    connect(&menu, &QMenu::aboutToShow, this, [enable] { enable(true); });
    connect(&menu, &QMenu::aboutToHide, this, [enable] { enable(false); });
}

void ActionRegistry::nameGroup(const QString& group, const QString& title)
{
    m_groups[group] = withoutAccessKey(title);
}

QString ActionRegistry::withoutAccessKey(const QString& text)
{
    static const QRegularExpression inBrackets(QStringLiteral("\\(&\\w\\)")); // access keys of non-Latin scripts
    QString plain = text;
    return plain.remove(inBrackets).remove(QLatin1Char('&'));
}

QString ActionRegistry::groupOf(const QAction* action) const
{
    const QString group = idOf(action).section(QLatin1Char('.'), 0, 0);
    const auto named = m_groups.find(group);
    return named == m_groups.end() ? group : named->second;
}

QList<QKeySequence> ActionRegistry::defaultShortcuts(const QString& id) const
{
    const auto found = std::ranges::find(m_actions, id, idOf);
    return found == m_actions.end() ? QList<QKeySequence>() : m_defaults[static_cast<size_t>(found - m_actions.begin())];
}

QAction* ActionRegistry::setShortcuts(const QString& id, const QList<QKeySequence>& shortcuts)
{
    QAction* changed = action(id);
    if (!changed) {
        return nullptr;
    }
    const auto remember = [](const QAction* a) {
        QSettings().setValue(settingsKey(idOf(a)), QKeySequence::listToString(a->shortcuts()));
    };
    QAction* loser = nullptr;
    for (QAction* other : m_actions) {
        const bool sameScope =
            other->shortcutContext() == changed->shortcutContext() && other->associatedObjects() == changed->associatedObjects();
        QList<QKeySequence> left = other->shortcuts();
        if (other != changed && sameScope
            && left.removeIf([&](const QKeySequence& keys) { return shortcuts.contains(keys); }) > 0) {
            other->setShortcuts(left);
            remember(other);
            loser = other;
        }
    }
    changed->setShortcuts(shortcuts);
    remember(changed);
    emit shortcutsChanged();
    return loser;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/menus.h"

#include "widgets/base/themestyle.h"
#include "widgets/base/translation.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/control.h"
#include "widgets/project/workspace.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/views.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>

#include <set>

namespace knobscope {

namespace {

struct Menus {
    Q_DECLARE_TR_FUNCTIONS(Menus)
};
struct LanguageMenu {
    Q_DECLARE_TR_FUNCTIONS(LanguageMenu)
};
struct ThemeMenu {
    Q_DECLARE_TR_FUNCTIONS(ThemeMenu)
};

/// Passes letter keys to an open menu: the previously used view still has the focus, and its single-letter shortcuts would take
/// precedence.
class MenuKeyFilter : public QObject
{
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::ShortcutOverride || !qobject_cast<QMenu*>(watched)) {
            return false;
        }
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) || key->text().isEmpty()) {
            return false;
        }
        event->accept();
        return true;
    }
};

using ChosenText = std::pair<QString, QString>; ///< text of an action, and its value of the setting

/// Adds exclusive actions for a setting, with the stored value checked. Their ids are KEY.VALUE; KEY.system removes the key.
void addChoice(QMainWindow& window, ActionRegistry& actions, const QString& key, const std::vector<ChosenText>& values,
               const std::function<void(const QString& value)>& changed)
{
    auto* group = new QActionGroup(&window);
    const QString now = QSettings().value(key).toString();
    for (const auto& [text, value] : values) {
        const QString id = key + QLatin1Char('.') + (value.isEmpty() ? QStringLiteral("system") : value);
        QAction* action = actions.add({id, text, {}, {}, nullptr, true}, [key, value = value, changed] {
            QSettings settings;
            if (settings.value(key).toString() == value) {
                return;
            }
            if (value.isEmpty()) {
                settings.remove(key);
            } else {
                settings.setValue(key, value);
            }
            changed(value);
        });
        action->setChecked(value == now);
        group->addAction(action);
    }
}

/// Returns the name of a language in that language.
QString nameOf(const QString& language)
{
    return language == QLatin1String("en") ? QStringLiteral("English") : QLocale(language).nativeLanguageName();
}

QString menuId(const QString& group)
{
    return QStringLiteral("menu.") + group;
}

void addGroup(QMenu& menu, const ActionRegistry& actions, const QString& group)
{
    for (QAction* action : actions.actions()) {
        if (ActionRegistry::idOf(action).section(QLatin1Char('.'), 0, 0) == group) {
            menu.addAction(action);
        }
    }
}

/// Adds a group's actions as a submenu, unless the group is empty.
void addSubmenu(QMenu& menu, ActionRegistry& actions, const QString& title, const QString& group)
{
    auto* own = makeControl<QMenu>(menuId(group), title, &menu);
    addGroup(*own, actions, group);
    if (own->isEmpty()) {
        delete own;
        return;
    }
    menu.addMenu(own);
    actions.disableUnavailable(*own);
    actions.nameGroup(group, title);
}

/// Everything in the group "go" but the views, which the View menu lists.
void fillGoMenu(QMenu& go, ActionRegistry& actions)
{
    addGroup(go, actions, QStringLiteral("go"));
    for (const ViewEntry& entry : viewEntries()) {
        go.removeAction(actions.action(QStringLiteral("go.") + QLatin1String(entry.id)));
    }
    go.insertSeparator(actions.action(QStringLiteral("go.nextView")));
    actions.disableUnavailable(go);
}

/// All views, each below the first mode that shows it.
void addViewsByMode(QMenu& menu, const ActionRegistry& actions)
{
    std::set<QString> listed;
    const auto add = [&](const QString& id) {
        if (listed.insert(id).second) {
            menu.addAction(actions.action(QStringLiteral("go.") + id));
        }
    };
    add(QStringLiteral("welcome"));
    for (const ModeEntry& mode : modeEntries()) {
        menu.addSection(QCoreApplication::translate("Modes", mode.title));
        if (mode.hasCentre) {
            add(QStringLiteral("space"));
        }
        for (const QString& id : QString::fromLatin1(mode.views).split(QLatin1Char(' '))) {
            add(id);
        }
    }
}

/// Modes, views by mode, zoom, full screen; the commands of each view are the last entry.
void fillViewMenu(QMenu& view, ActionRegistry& actions)
{
    addGroup(view, actions, QStringLiteral("layout"));
    view.addSeparator();
    auto* views = makeControl<QMenu>(menuId(QStringLiteral("views")), Menus::tr("&Go to View"), &view);
    addViewsByMode(*views, actions);
    view.addMenu(views);
    addSubmenu(view, actions, Menus::tr("&Panels"), QStringLiteral("show"));
    view.addSeparator();
    addGroup(view, actions, QStringLiteral("view"));
    view.insertSeparator(actions.action(QStringLiteral("view.fullScreen")));
    view.addSeparator();
    auto* commands = makeControl<QMenu>(menuId(QStringLiteral("commands")), Menus::tr("&Commands of Views"), &view);
    for (const ViewEntry& entry : viewEntries()) {
        const QString id = QString::fromLatin1(entry.id);
        if (id != QLatin1String("run")) { // has a menu of its own
            addSubmenu(*commands, actions, titleOf(entry), id);
        }
    }
    view.addMenu(commands);
    actions.disableUnavailable(view);
    actions.nameGroup(QStringLiteral("layout"), Menus::tr("Mode"));
    actions.nameGroup(QStringLiteral("view"), view.title());
}

} // namespace

void addChoices(QMainWindow& window, Workspace& workspace, ActionRegistry& actions)
{
    std::vector<ChosenText> spoken{{LanguageMenu::tr("&System's Language"), {}}};
    for (const QString& language : languages()) {
        spoken.emplace_back(nameOf(language), language);
    }
    addChoice(window, actions, QStringLiteral("language"), spoken, [&workspace](const QString& language) {
        workspace.report(MessageLevel::Info, language.isEmpty()
                                                 ? LanguageMenu::tr("Restart Knobscope to switch to the system's language.")
                                                 : LanguageMenu::tr("Restart Knobscope to switch to %1.").arg(nameOf(language)));
    });
    addChoice(window, actions, QStringLiteral("theme"),
              {{ThemeMenu::tr("&System's Theme"), {}},
               {ThemeMenu::tr("&Light Theme"), QStringLiteral("light")},
               {ThemeMenu::tr("&Dark Theme"), QStringLiteral("dark")}},
              [](const QString&) { applyTheme(); });
}

void addMenus(QMainWindow& window)
{
    const auto add = [&window](const QString& title, const char* group) {
        window.menuBar()->addMenu(title)->setObjectName(menuId(QString::fromLatin1(group)));
    };
    add(Menus::tr("&File"), "file");
    add(Menus::tr("&Edit"), "edit");
    add(Menus::tr("&Go"), "go");
    add(Menus::tr("&Run"), "run");
    add(Menus::tr("&View"), "view");
    add(Menus::tr("&Help"), "help");
}

void fillMenus(QMainWindow& window, ActionRegistry& actions, QMenu& recent)
{
    const auto menuOf = [&window](const char* group) {
        return window.menuBar()->findChild<QMenu*>(menuId(QString::fromLatin1(group)));
    };
    const auto fill = [&](const char* group) {
        QMenu* menu = menuOf(group);
        addGroup(*menu, actions, QString::fromLatin1(group));
        actions.disableUnavailable(*menu);
        actions.nameGroup(QString::fromLatin1(group), menu->title());
        return menu;
    };
    const auto separate = [&](QMenu* menu, const QString& before) { menu->insertSeparator(actions.action(before)); };
    QMenu* file = fill("file");
    file->insertMenu(actions.action(QStringLiteral("file.save")), &recent);
    separate(file, QStringLiteral("file.save"));
    separate(file, QStringLiteral("file.quit"));
    QMenu* edit = fill("edit");
    auto* preferences = makeControl<QMenu>(menuId(QStringLiteral("preferences")), Menus::tr("&Preferences"), edit);
    addSubmenu(*preferences, actions, Menus::tr("&Theme"), QStringLiteral("theme"));
    addSubmenu(*preferences, actions, Menus::tr("&Language"), QStringLiteral("language"));
    edit->addSeparator();
    edit->addMenu(preferences);
    fillGoMenu(*menuOf("go"), actions);
    actions.nameGroup(QStringLiteral("go"), menuOf("go")->title());
    fill("run");
    fillViewMenu(*menuOf("view"), actions);
    fill("help");
    QCoreApplication::instance()->installEventFilter(new MenuKeyFilter(&window));
}

} // namespace knobscope

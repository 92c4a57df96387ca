// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/menus.h"

#include "widgets/actions/actionregistry.h"

#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace knobscope {

namespace {

struct Menus {
    Q_DECLARE_TR_FUNCTIONS(Menus)
};

void addGroup(QMenu& menu, const ActionRegistry& actions, const QString& group)
{
    for (QAction* action : actions.actions()) {
        if (ActionRegistry::idOf(action).section(QLatin1Char('.'), 0, 0) == group) {
            menu.addAction(action);
        }
    }
}

/// A menu of a group within another; none when nothing is in it.
void addSubmenu(QMenu& menu, ActionRegistry& actions, const QString& title, const QString& group)
{
    auto* own = new QMenu(title, &menu);
    addGroup(*own, actions, group);
    if (own->isEmpty()) {
        delete own;
        return;
    }
    menu.addMenu(own);
    actions.nameGroup(group, title);
}

} // namespace

void fillMenuBar(QMainWindow& window, ActionRegistry& actions, const std::vector<std::pair<QString, QString>>& views,
                 QMenu& recent)
{
    const auto add = [&](const QString& title, const char* group) {
        QMenu* menu = window.menuBar()->addMenu(title);
        addGroup(*menu, actions, QString::fromLatin1(group));
        actions.nameGroup(QString::fromLatin1(group), title);
        return menu;
    };
    const auto separate = [&](QMenu* menu, const char* before) {
        menu->insertSeparator(actions.action(QString::fromLatin1(before)));
    };
    QMenu* file = add(Menus::tr("&File"), "file");
    file->insertMenu(actions.action(QStringLiteral("file.saveAs")), &recent);
    separate(file, "file.saveAs");
    separate(file, "file.quit");
    add(Menus::tr("&Edit"), "edit");
    QMenu* go = add(Menus::tr("&Go"), "go");
    separate(go, "go.nextView");
    if (!views.empty()) {
        separate(go, ("go." + views.front().first.toLatin1()).constData());
    }
    add(Menus::tr("&Run"), "run");
    QMenu* view = window.menuBar()->addMenu(Menus::tr("&View"));
    addSubmenu(*view, actions, Menus::tr("&Panels"), QStringLiteral("show"));
    view->addSeparator();
    for (const auto& [id, title] : views) {
        addSubmenu(*view, actions, title, id);
    }
    view->addSeparator();
    addSubmenu(*view, actions, Menus::tr("L&ayout"), QStringLiteral("layout"));
    addSubmenu(*view, actions, Menus::tr("The&me"), QStringLiteral("theme"));
    addSubmenu(*view, actions, Menus::tr("&Language"), QStringLiteral("language"));
    addGroup(*view, actions, QStringLiteral("view"));
    actions.nameGroup(QStringLiteral("view"), view->title());
    add(Menus::tr("&Help"), "help");
}

} // namespace knobscope

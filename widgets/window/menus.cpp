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

void addViewMenus(QMenu& menu, const ActionRegistry& actions, const std::vector<std::pair<QString, QString>>& views)
{
    for (const auto& [id, title] : views) {
        auto* own = new QMenu(title, &menu);
        addGroup(*own, actions, id);
        if (own->isEmpty()) {
            delete own;
        } else {
            menu.addMenu(own);
        }
    }
}

} // namespace

void fillMenuBar(QMainWindow& window, const ActionRegistry& actions, const std::vector<std::pair<QString, QString>>& views)
{
    const auto add = [&](const QString& title, const char* group) {
        QMenu* menu = window.menuBar()->addMenu(title);
        addGroup(*menu, actions, QString::fromLatin1(group));
        return menu;
    };
    add(Menus::tr("&File"), "file");
    add(Menus::tr("&Edit"), "edit");
    add(Menus::tr("&Go"), "go");
    add(Menus::tr("&Run"), "run");
    QMenu* view = add(Menus::tr("&View"), "show");
    view->addSeparator();
    addViewMenus(*view, actions, views);
    view->addSeparator();
    addGroup(*view, actions, QStringLiteral("view"));
    add(Menus::tr("&Help"), "help");
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/docktitles.h"

#include "widgets/controls/control.h"

#include <QContextMenuEvent>
#include <QDockWidget>
#include <QMainWindow>
#include <QMouseEvent>
#include <QTabBar>

#include <algorithm>

namespace knobscope {

DockTitles::DockTitles(QMainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_changed.setSingleShot(true);
    m_changed.setInterval(0);
    connect(&m_changed, &QTimer::timeout, this, &DockTitles::update);
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        for (const auto signal : {&QDockWidget::topLevelChanged, &QDockWidget::visibilityChanged}) {
            connect(dock, signal, &m_changed, qOverload<>(&QTimer::start));
        }
        connect(dock, &QDockWidget::dockLocationChanged, &m_changed, qOverload<>(&QTimer::start));
    }
    update();
}

void DockTitles::update()
{
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        const auto others = m_window.tabifiedDockWidgets(dock);
        const bool hasTab = !dock->isFloating() && std::ranges::any_of(others, [](const QDockWidget* other) {
            return !other->isHidden() && !other->isFloating();
        });
        if (hasTab && !dock->titleBarWidget()) {
            dock->setTitleBarWidget(new QWidget);
        } else if (!hasTab && dock->titleBarWidget()) {
            delete dock->titleBarWidget();
            dock->setTitleBarWidget(nullptr);
        }
    }
    for (QTabBar* tabs : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        tabs->removeEventFilter(this); // once only
        tabs->installEventFilter(this);
    }
}

QDockWidget* DockTitles::dockAt(const QTabBar& tabs, const QPoint& place) const
{
    const int tab = tabs.tabAt(place);
    const auto docks = m_window.findChildren<QDockWidget*>();
    const auto found = std::ranges::find_if(docks, [&](const QDockWidget* dock) {
        return tab >= 0 && dock->windowTitle() == tabs.tabText(tab) && !dock->isHidden();
    });
    return found == docks.end() ? nullptr : *found;
}

void DockTitles::showMenu(QDockWidget& dock, const QPoint& place)
{
    auto* menu = makeControl<QMenu>("tabMenu", &m_window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addEntry(*menu, "float", tr("&Float"), &dock, [&dock] { dock.setFloating(true); });
    addEntry(*menu, "close", tr("&Close"), &dock, &QDockWidget::close);
    menu->popup(place);
}

bool DockTitles::eventFilter(QObject* watched, QEvent* event)
{
    const auto* tabs = qobject_cast<QTabBar*>(watched);
    if (tabs && event->type() == QEvent::MouseButtonDblClick) {
        if (QDockWidget* dock = dockAt(*tabs, static_cast<QMouseEvent*>(event)->position().toPoint())) {
            dock->setFloating(true);
            return true;
        }
    }
    if (tabs && event->type() == QEvent::ContextMenu) {
        const auto* asked = static_cast<QContextMenuEvent*>(event);
        if (QDockWidget* dock = dockAt(*tabs, asked->pos())) {
            showMenu(*dock, asked->globalPos());
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace knobscope

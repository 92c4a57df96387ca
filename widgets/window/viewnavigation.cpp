// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/viewnavigation.h"

#include "widgets/window/mainwindow.h"
#include "widgets/window/views.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>

#include <algorithm>

namespace knobscope {

namespace {

struct ViewNavigation {
    Q_DECLARE_TR_FUNCTIONS(ViewNavigation)
};

bool takesKeys(const QWidget& child, const QWidget& view)
{
    return child.isVisibleTo(&view) && child.isEnabled() && (child.focusPolicy() & Qt::TabFocus) != 0;
}

void focusInside(View& view)
{
    if (QWidget* last = view.focusWidget(); last && last != &view && takesKeys(*last, view)) {
        last->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    // What one comes for, where the view names it, and not its first control.
    if (auto* main = view.property("mainWidget").value<QWidget*>(); main && takesKeys(*main, view)) {
        main->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    for (QWidget* child : view.findChildren<QWidget*>()) {
        if (takesKeys(*child, view)) {
            child->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
    view.setFocusPolicy(Qt::StrongFocus); // nothing in it takes keys, but F6 goes on from here
    view.setFocus(Qt::ShortcutFocusReason);
}

/// A view that is open: its dock is not closed, or it is the page in the middle.
bool isOpen(const MainWindow& window, const QString& id, const View& view)
{
    const auto* dock = window.findChild<QDockWidget*>(id);
    return dock ? !dock->isHidden() : view.isVisibleTo(&window);
}

void stepThroughViews(MainWindow& window, qsizetype step)
{
    QStringList open;
    const QWidget* focus = QApplication::focusWidget() ? QApplication::focusWidget() : window.focusWidget();
    qsizetype now = -1;
    for (const auto& [id, view] : window.views()) {
        if (isOpen(window, id, *view)) {
            now = focus && (view == focus || view->isAncestorOf(focus)) ? open.size() : now;
            open << id;
        }
    }
    if (open.isEmpty()) {
        return;
    }
    const qsizetype from = now < 0 && step < 0 ? 0 : now;
    goToView(window, open[(from + step + open.size()) % open.size()]);
}

/// Alt+1 to Alt+9 and Alt+0, then the same with Ctrl, in the order of the registry; Alt+Home is the welcome page.
QKeySequence shortcutOf(const QString& id, int place)
{
    if (id == QLatin1String("welcome")) {
        return {Qt::ALT | Qt::Key_Home};
    }
    const auto key = static_cast<Qt::Key>(Qt::Key_0 + place % 10);
    return place <= 10 ? QKeySequence(Qt::ALT | key) : place <= 20 ? QKeySequence(Qt::CTRL | Qt::ALT | key) : QKeySequence();
}

} // namespace

void goToView(MainWindow& window, const QString& id)
{
    window.showView(id);
    for (const auto& [name, view] : window.views()) {
        if (name == id) {
            view->window()->activateWindow();
            focusInside(*view);
        }
    }
}

void addViewNavigation(MainWindow& window, ActionRegistry& actions)
{
    actions.add("go.nextView", ViewNavigation::tr("Ne&xt View"), Qt::Key_F6, [&window] { stepThroughViews(window, 1); });
    actions.add("go.previousView", ViewNavigation::tr("&Previous View"), Qt::SHIFT | Qt::Key_F6,
                [&window] { stepThroughViews(window, -1); });
    int place = 0;
    for (const ViewEntry& entry : viewEntries()) {
        const QString id = QString::fromLatin1(entry.id);
        place += id == QLatin1String("welcome") ? 0 : 1;
        const QString title = QCoreApplication::translate("Views", entry.title);
        actions.add({QStringLiteral("go.") + id, ViewNavigation::tr("Go to %1").arg(title), shortcutOf(id, place)},
                    [&window, id] { goToView(window, id); });
    }
}

} // namespace knobscope

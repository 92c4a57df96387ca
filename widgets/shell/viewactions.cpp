// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/viewactions.h"

#include "widgets/controls/actionregistry.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"

#include <QApplication>
#include <QCoreApplication>
#include <QKeyEvent>

namespace knobscope {

namespace {

struct ViewActions {
    Q_DECLARE_TR_FUNCTIONS(ViewActions)
};

/// The canvas to zoom: the one in focus, else the largest visible one of the view that was clicked or focused last; null: none.
QWidget* canvasToZoom(const MainWindow& window)
{
    QWidget* focus = window.focusWidget();
    if (focus && focus->property("zooms").toBool()) {
        return focus;
    }
    const auto size = [](const QWidget* widget) { return widget ? widget->width() * widget->height() : 0; };
    QWidget* largest = nullptr;
    const QString id = window.layouts().viewInUse();
    if (const View* view = id.isEmpty() ? nullptr : window.viewOf(id)) {
        for (QWidget* child : view->findChildren<QWidget*>()) {
            if (child->property("zooms").toBool() && child->isVisible() && size(child) > size(largest)) {
                largest = child;
            }
        }
    }
    return largest;
}

void press(QWidget* canvas, Qt::Key key)
{
    if (canvas) {
        QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
        QCoreApplication::sendEvent(canvas, &event);
    }
}

} // namespace

void addViewActions(MainWindow& window, ActionRegistry& actions)
{
    const auto obstacle = [&window] {
        return canvasToZoom(window)
                 ? QString()
                 : ViewActions::tr("Nothing in this view can be zoomed. Click a plot, a network or a timeline first.");
    };
    const auto add = [&](const char* id, const QString& text, const char* icon, const QKeySequence& shortcut, Qt::Key key) {
        actions.add(
            {QLatin1String(id), text, shortcut, QLatin1String(icon)}, [&window, key] { press(canvasToZoom(window), key); },
            obstacle);
    };
    add("view.zoomIn", ViewActions::tr("Zoom &In"), "zoom-in", Qt::CTRL | Qt::Key_Plus, Qt::Key_Plus);
    add("view.zoomOut", ViewActions::tr("Zoom &Out"), "zoom-out", Qt::CTRL | Qt::Key_Minus, Qt::Key_Minus);
    add("view.zoomFit", ViewActions::tr("Zoom to &Fit"), "zoom-fit-best", Qt::CTRL | Qt::Key_0, Qt::Key_0);
    actions.add({QStringLiteral("view.fullScreen"), ViewActions::tr("Full &Screen"), Qt::SHIFT | Qt::Key_F11},
                [&window] { window.setWindowState(window.windowState() ^ Qt::WindowFullScreen); });
}

} // namespace knobscope

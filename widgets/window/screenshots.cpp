// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/screenshots.h"

#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QEventLoop>
#include <QPixmap>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>

namespace knobscope {

namespace {

QPalette darkPalette()
{
    QPalette dark;
    const QColor window(0x2a2c2e);
    const QColor base(0x1e2022);
    const QColor text(0xe6e6e6);
    dark.setColor(QPalette::Window, window);
    dark.setColor(QPalette::Base, base);
    dark.setColor(QPalette::AlternateBase, QColor(0x26282a));
    dark.setColor(QPalette::Button, QColor(0x3a3d40));
    dark.setColor(QPalette::ToolTipBase, window);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText}) {
        dark.setColor(role, text);
    }
    dark.setColor(QPalette::PlaceholderText, QColor(0x9aa0a6));
    dark.setColor(QPalette::Highlight, QColor(0x2f6fab));
    dark.setColor(QPalette::HighlightedText, Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        dark.setColor(QPalette::Disabled, role, QColor(0x8a8f94));
    }
    return dark;
}

Result<void> save(QWidget& widget, const QString& path)
{
    if (!widget.grab().save(path)) {
        return fail(ErrorCode::Io, "The picture {} could not be written", path.toStdString());
    }
    return {};
}

/// Lets timers, workers and repaints do their part.
void settle(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

/// A view as it looks with room: in a floating dock, or in the middle of the window.
Result<void> saveView(MainWindow& window, const QString& id, View& view, const QString& path)
{
    if (auto* dock = window.findChild<QDockWidget*>(id)) {
        const bool isNarrow = window.dockWidgetArea(dock) != Qt::BottomDockWidgetArea;
        dock->setFloating(true);
        dock->show();
        dock->resize(isNarrow ? QSize(480, 860) : QSize(1180, 640));
    } else if (auto* stack = qobject_cast<QStackedWidget*>(window.centralWidget())) {
        stack->setCurrentWidget(&view);
    }
    settle(600);
    view.refreshNow();
    settle(300);
    auto saved = save(view, path);
    if (auto* dock = window.findChild<QDockWidget*>(id)) {
        dock->hide();
    }
    return saved;
}

/// The last run and its best trial, so that every view has something to show.
void chooseBest(Workspace& workspace)
{
    if (workspace.runs().empty() || !workspace.project()) {
        return;
    }
    const int64_t run = workspace.runs().back().id;
    const auto points = workspace.project()->points(run);
    if (points && !points->empty()) {
        const auto best =
            std::max_element(points->begin(), points->end(), [](const auto& a, const auto& b) { return a.gflops < b.gflops; });
        workspace.selection().select({{run, best->number}});
    }
}

Result<void> renderOnce(const QString& folder, const QString& project, const QString& suffix)
{
    MainWindow window;
    window.resize(1600, 1000);
    window.show();
    window.restoreDefaultLayout();
    if (!project.isEmpty() && !window.openProject(project)) {
        return fail(ErrorCode::Io, "The project {} cannot be opened: {}", project.toStdString(),
                    window.lastProblem().toStdString());
    }
    if (project.isEmpty()) {
        window.chooseTask(QStringLiteral("resnet-18:2"));
    }
    chooseBest(window.workspace());
    settle(1500);
    window.refreshViews();
    settle(300);
    if (auto ok = save(window, folder + QStringLiteral("/workbench%1.png").arg(suffix)); !ok) {
        return ok;
    }
    for (const auto& [id, view] : window.views()) {
        if (auto ok = saveView(window, id, *view, folder + QStringLiteral("/%1%2.png").arg(id, suffix)); !ok) {
            return ok;
        }
    }
    return {};
}

} // namespace

Result<void> renderScreenshots(const QString& folder, const QString& project)
{
    if (!QDir().mkpath(folder)) {
        return fail(ErrorCode::Io, "The folder {} cannot be made", folder.toStdString());
    }
    if (auto ok = renderOnce(folder, project, {}); !ok) {
        return ok;
    }
    QApplication::setPalette(darkPalette());
    return renderOnce(folder, project, QStringLiteral("-dark"));
}

} // namespace knobscope

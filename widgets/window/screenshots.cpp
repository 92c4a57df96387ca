// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/screenshots.h"

#include "widgets/theme/theme.h"
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
        const bool isNarrow = id == QLatin1String("inspector") || window.dockWidgetArea(dock) != Qt::BottomDockWidgetArea;
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
        workspace.selection().select({{run, std::ranges::max_element(*points, {}, &TrialPoint::gflops)->number}});
    }
}

/// A trial of the run in which most failed, if there is any: what the view of failures is for.
void chooseFailure(Workspace& workspace)
{
    std::vector<TrialRef> most;
    for (const RunRow& run : workspace.project() ? workspace.runs() : std::vector<RunRow>()) {
        std::vector<TrialRef> failed;
        for (const TrialPoint& point : workspace.project()->points(run.id).value_or(std::vector<TrialPoint>())) {
            if (point.errorNo != 0) {
                failed.push_back({run.id, point.number});
            }
        }
        if (failed.size() > most.size()) {
            most = failed;
        }
    }
    if (!most.empty()) {
        workspace.selection().select({most.front()});
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
        id == QLatin1String("failures") ? chooseFailure(window.workspace()) : chooseBest(window.workspace());
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

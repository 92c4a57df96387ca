// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/screenshots.h"

#include "core/store/timeline.h"
#include "widgets/base/themestyle.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/timeline/timelineview.h"
#include "widgets/views/welcome/welcomeview.h"

#include <QDir>
#include <QDockWidget>
#include <QEventLoop>
#include <QFileInfo>
#include <QPixmap>
#include <QSaveFile>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>

namespace knobscope {

namespace {

Result<void> save(QWidget& widget, const QString& path)
{
    QSaveFile file(path); // keeps the previous picture until this one is complete
    if (!file.open(QIODevice::WriteOnly) || !widget.grab().save(&file, "PNG") || !file.commit()) {
        return fail(ErrorCode::Io, "The picture {} cannot be written", path.toStdString());
    }
    return {};
}

/// Runs the event loop, for timers, workers and repaints.
void runEventsFor(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Selects the span in which the chosen trial ran, like a click on it.
void chooseSpan(Workspace& workspace, TimelineCanvas& canvas)
{
    const TrialRef trial = workspace.selection().current();
    if (!workspace.connection() || !trial.isValid()) {
        return;
    }
    for (const SpanDetail& span :
         spansOfTrial(*workspace.connection(), trial.run, trial.number).value_or(std::vector<SpanDetail>())) {
        const auto& tracks = canvas.scene().lanes.tracks();
        const auto track = std::ranges::find(tracks, span.track, &TrackRow::id);
        if (track != tracks.end() && span.span.name == "run") {
            emit canvas.spanClicked(*track, static_cast<int>(span.depth), span.begin + (span.end - span.begin) / 2, 1);
            return;
        }
    }
}

/// Saves a view at full size: in a floating dock, or in the middle of the window.
Result<void> saveView(MainWindow& window, const QString& id, View& view, const QString& path)
{
    if (auto* dock = window.findChild<QDockWidget*>(id)) {
        const bool isNarrow = QStringList{QStringLiteral("config"), QStringLiteral("run"), QStringLiteral("tasks")}.contains(id);
        dock->setFloating(true);
        dock->show();
        dock->resize(isNarrow ? QSize(480, 860) : QSize(1180, 640));
    } else if (auto* stack = qobject_cast<QStackedWidget*>(window.centralWidget())) {
        stack->setCurrentWidget(&view);
    }
    runEventsFor(600);
    view.refreshNow();
    if (const auto* timeline = qobject_cast<TimelineView*>(&view)) {
        chooseSpan(window.workspace(), *timeline->canvas());
    }
    runEventsFor(300);
    auto saved = save(view, path);
    if (auto* dock = window.findChild<QDockWidget*>(id)) {
        dock->hide();
    }
    return saved;
}

/// Selects the last run and its best trial, so that every view has content.
void chooseBest(Workspace& workspace)
{
    if (workspace.runs().empty() || !workspace.connection()) {
        return;
    }
    const int64_t run = workspace.runs().back().id;
    const auto points = workspace.connection()->points(run);
    if (points && !points->empty()) {
        workspace.selection().select({{run, std::ranges::max_element(*points, {}, &TrialPoint::gflops)->number}});
    }
}

/// Selects a failed trial of the run with the most failures, if any, for the failures view.
void chooseFailure(Workspace& workspace)
{
    std::vector<TrialPoint> most;
    for (const RunRow& run : workspace.connection() ? workspace.runs() : std::vector<RunRow>()) {
        auto failed = workspace.connection()->points(run.id).value_or(std::vector<TrialPoint>());
        std::erase_if(failed, [](const TrialPoint& point) { return point.errorNo == 0; });
        if (failed.size() > most.size()) {
            most = std::move(failed);
            workspace.selection().select({{run.id, most.front().number}});
        }
    }
}

/// Saves the window in each mode.
Result<void> saveModes(MainWindow& window, const QString& folder, const QString& suffix)
{
    for (const ModeEntry& mode : modeEntries()) {
        window.layouts().apply(mode.layout);
        runEventsFor(600);
        window.refreshViews();
        runEventsFor(300);
        TRY(save(window, folder + QStringLiteral("/mode-%1%2.png").arg(QLatin1String(mode.id), suffix)));
    }
    window.layouts().apply(Layout::Explore);
    return {};
}

Result<void> renderOnce(const QString& folder, const QString& project, const QSize& size, const QString& suffix)
{
    MainWindow window;
    TRY(fillWindow(window, project, size));
    TRY(save(window, folder + QStringLiteral("/workbench%1.png").arg(suffix)));
    TRY(saveModes(window, folder, suffix));
    // The welcome page would show a path of this machine.
    window.view<WelcomeView>().recent().remove(QDir::cleanPath(QFileInfo(project).absoluteFilePath()));
    for (const auto& [id, view] : window.views()) {
        if (id == QLatin1String("log")) {
            continue; // nearly empty, since nothing was tuned
        }
        id == QLatin1String("failures") ? chooseFailure(window.workspace()) : chooseBest(window.workspace());
        TRY(saveView(window, id, *view, folder + QStringLiteral("/%1%2.png").arg(id, suffix)));
    }
    return {};
}

} // namespace

Result<void> fillWindow(MainWindow& window, const QString& project, const QSize& size)
{
    window.resize(size);
    window.show();
    window.layouts().apply(Layout::Explore);
    if (!project.isEmpty() && !window.openProject(project)) {
        return fail(ErrorCode::Io, "The project {} cannot be opened: {}", project.toStdString(),
                    window.lastProblem().toStdString());
    }
    if (project.isEmpty()) {
        window.chooseTask(QStringLiteral("resnet-18:2"));
    }
    chooseBest(window.workspace());
    runEventsFor(1500);
    window.refreshViews();
    runEventsFor(300);
    return {};
}

Result<void> renderScreenshots(const QString& folder, const QString& project, const ScreenshotOptions& options)
{
    if (!QDir().mkpath(folder)) {
        return fail(ErrorCode::Io, "The folder {} cannot be created", folder.toStdString());
    }
    for (const bool isDark : {false, true}) {
        if (isDark ? options.hasDark : options.hasLight) {
            applyTheme(isDark);
            TRY(renderOnce(folder, project, options.size, isDark ? QStringLiteral("-dark") : QString()));
        }
    }
    return {};
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded run with spans, and the timeline that shows it in a window.
#pragma once

#include "core/store/projectwriter.h"
#include "tests/widgets/controls.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/views/timeline/spandetails.h"
#include "widgets/views/timeline/timelineview.h"

#include <QApplication>
#include <QLabel>
#include <QLocale>
#include <QMainWindow>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <functional>

namespace knobscope::testing {

/// The test's, without any, and numbers as in C.
inline void useOwnSettings()
{
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test"));
    QLocale::setDefault(QLocale::c());
    QSettings().clear();
}

constexpr double began = 1.7e9;
constexpr int trials = 40;

inline Span stage(double start, double seconds, const char* name, const char* process, const char* thread, int64_t tid,
                  int64_t run, int64_t trial)
{
    Span s{start, seconds, name, "trial", "KernelBuilder::build", "core/worker/buildkernel.cpp", 52, 10, tid, process, thread};
    s.args = {{"run", run}, {"trial", trial}, {"config", trial * 7}};
    return s;
}

/// Adds a run of 40 trials, 0.1 s each, as the tuning loop writes them. Programs with other `ids` have lanes of their own.
inline void writeRun(ProjectWriter& writer, int64_t task, double start = began, int64_t ids = 0)
{
    RunRow row;
    row.task = task;
    row.tuner = "ga";
    row.state = "finished";
    row.started = start;
    const int64_t run = writer.addRun(row).value();
    for (int64_t n = 1; n <= trials; ++n) {
        const double t = start + static_cast<double>(n - 1) * 0.1;
        std::vector<Span> spans{stage(t, 0.001, "propose", "knobscope", "tuner", 10, run, n),
                                stage(t + 0.002, 0.04, "build", "builder 1", "builder 1", 11, run, n),
                                stage(t + 0.002, 0.01, "lower", "builder 1", "builder 1", 11, run, n),
                                stage(t + 0.012, 0.03, "codegen", "builder 1", "builder 1", 11, run, n),
                                stage(t + 0.043, 0.05, "run", "runner", "runner", 12, run, n),
                                stage(t + 0.0931, 0.0005, "learn", "knobscope", "tuner", 10, run, n)};
        for (Span& span : spans) {
            span.pid += ids;
            span.tid += ids;
        }
        writer.addSpans(run, std::move(spans));
        TrialRow trial;
        trial.number = n;
        trial.index = n * 7;
        trial.entity = nlohmann::json::parse(R"([["tile_x", "sp", [-1, 4]], ["unroll_kw", "ot", true]])");
        trial.costs = {1e-3};
        trial.gflops = static_cast<double>(n);
        trial.timestamp = t + 0.0931;
        trial.allCost = 0.09;
        writer.addTrial(run, trial);
        writer.addSample("CPU load", "%", t, 50 + static_cast<double>(n));
    }
}

/// A project with a task, and what `addRuns` adds to it; one run by itself.
inline void writeProject(
    const QString& path, const std::function<void(ProjectWriter&, int64_t task)>& addRuns =
                             [](ProjectWriter& writer, int64_t task) { writeRun(writer, task); })
{
    QVERIFY(Project::open(path.toStdString(), Project::Mode::Create).has_value());
    auto writer = ProjectWriter::open(path.toStdString()).value();
    TaskRow task;
    task.key = "k";
    task.task = {{"task", "tutorial/matmul"}, {"args", {8, 8, 8, "float32"}}, {"target", "llvm"}};
    task.label = "matmul";
    addRuns(*writer, writer->addTask(task).value());
    QVERIFY(writer->flush());
}

/// The view in a window, as the program has it.
struct Shown {
    explicit Shown(const QString& project)
    {
        if (!project.isEmpty()) {
            opened = workspace.openProject(project).has_value();
        }
        view = new TimelineView(workspace);
        view->addActions(registry);
        window.setCentralWidget(view);
        window.resize(1400, 520);
        window.show();
        window.activateWindow();
        settle();
        canvas = view->canvas();
        canvas->setFocus();
    }
    void settle()
    {
        view->refreshNow();
        QCoreApplication::processEvents();
        view->refreshNow();
    }
    /// Whether the details have a row with that name and value.
    bool says(const char* name, const char* value) const
    {
        const QRegularExpression row(QStringLiteral("<td[^>]*>%1</td><td>%2</td>")
                                         .arg(QLatin1String(name), QRegularExpression::escape(QLatin1String(value))));
        return std::ranges::any_of(view->details()->findChildren<QLabel*>(),
                                   [&](const QLabel* label) { return row.match(label->text()).hasMatch(); });
    }
    /// The middle of a span of a trial on the canvas.
    QPoint placeOf(int64_t trial, const std::string& name, int64_t run = 1)
    {
        const auto spans = spansOfTrial(*workspace.connection(), run, trial).value();
        for (const SpanDetail& span : spans) {
            if (span.span.name == name) {
                return canvas->scene().rectOf(span).center().toPoint();
            }
        }
        return {};
    }
    /// What is counted in the marked range, a row a name.
    QAbstractItemModel* rangeRows() const { return byId<QTableView>(*view, "spans")->model(); }
    Workspace workspace;
    QMainWindow window;
    ActionRegistry registry{&window};
    TimelineView* view = nullptr;
    TimelineCanvas* canvas = nullptr;
    bool opened = false;
};

} // namespace knobscope::testing

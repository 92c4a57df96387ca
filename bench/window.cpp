// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/largeproject.h"
#include "bench/paintwatch.h"
#include "bench/rows.h"
#include "bench/screen.h"
#include "bench/startreport.h"
#include "core/base/childprocess.h"
#include "core/base/statistics.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/welcome/sampleproject.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QUndoStack>

#include <algorithm>
#include <cstdio>
#include <random>

namespace knobscope::bench {

namespace {

using std::chrono::milliseconds;
using Clock = PaintWatch::Clock;
constexpr milliseconds quiet(250);
constexpr milliseconds limit(60000);
constexpr int64_t manyTrials = 100'000;
constexpr int64_t mostTrials = 1'000'000;
constexpr int64_t mostSpans = 10'000'000;

double millisecondsBetween(Clock::time_point from, Clock::time_point to)
{
    return std::chrono::duration<double, std::milli>(to - from).count();
}

QString sampleIn(const Screen& screen)
{
    QFile::copy(sampleProjectFile(), screen.file("sample.knobscope"));
    return screen.file("sample.knobscope");
}

/// Processor time of the window's thread, which other load does not change.
double workMilliseconds()
{
    return PaintWatch::threadTime().count() * 1e3;
}

/// Returns the program's own report of a start with this project.
QJsonObject startOf(const QString& project)
{
    QProcess program;
    program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    program.setChildProcessModifier([starter = ::getpid()] { dieWithParent(starter); });
    program.start(QCoreApplication::applicationDirPath() + QStringLiteral("/knobscope-startreport"), {project});
    program.waitForFinished(300000);
    return QJsonDocument::fromJson(program.readAllStandardOutput()).object();
}

} // namespace

std::vector<Row> windowStartRows()
{
    constexpr int starts = 7;
    const Screen screen;
    const QString sample = sampleIn(screen);
    std::vector<double> painted;
    std::vector<double> settled;
    for (int i = 0; i < starts; ++i) {
        const QJsonObject report = startOf(sample);
        painted.push_back(report[QStringLiteral("painted_seconds")].toDouble(1e9));
        settled.push_back(report[QStringLiteral("settled_seconds")].toDouble(1e9));
    }
    return {below("window.start", median(painted), "s, first paint", 0.5),
            figure("window.start.all", median(settled), "s, all is there")};
}

/// The first frame after an edit has the Space view complete: the knob, the number of configs, the cost. The views that follow in
/// later frames (Config, Tasks) are in window.edit.all.
std::vector<Row> windowEditRows()
{
    constexpr int edits = 40;
    const Screen screen;
    PaintWatch watch;
    MainWindow window;
    window.show();
    window.openFile(sampleIn(screen));
    window.workspace().opening().finishNow();
    window.chooseTask(QStringLiteral("resnet-18:2"));
    watch.settle(quiet, limit);
    std::vector<double> times;
    std::vector<double> all;
    std::vector<double> processor;
    for (int i = 0; i < edits; ++i) {
        const auto start = Clock::now();
        const double before = workMilliseconds();
        if (i % 2 == 0) {
            (void)window.spaceEditor().document().add(QStringLiteral("tile_ow"), QStringLiteral("[-1,12]"));
        } else {
            window.spaceEditor().document().undoStack()->undo();
        }
        watch.waitForPaint(limit);
        times.push_back(millisecondsBetween(start, watch.lastPaint()));
        processor.push_back(workMilliseconds() - before);
        watch.settle(quiet, limit);
        all.push_back(millisecondsBetween(start, watch.lastPaint()));
    }
    return {below("window.edit", median(times), "ms, median", 16), figure("window.edit.all", median(all), "ms, all views follow"),
            figure("window.edit.worst", *std::max_element(times.begin(), times.end()), "ms"),
            figure("window.edit.work", median(processor), "ms of its thread")};
}

std::vector<Row> windowSelectionRows()
{
    constexpr int selections = 9;
    const Screen screen;
    writeTrials(screen.file("many.knobscope").toStdString(), manyTrials);
    PaintWatch watch;
    MainWindow window;
    window.show();
    window.openFile(screen.file("many.knobscope"));
    window.workspace().opening().finishNow();
    watch.settle(quiet, limit);
    std::vector<Row> rows;
    std::mt19937_64 random(1);
    for (const char* front : {"speed", "trials", "timeline", "insight", "failures", "schedule"}) {
        window.showView(QString::fromLatin1(front));
        watch.settle(quiet, limit);
        std::vector<double> times;
        std::vector<double> processor;
        for (int i = 0; i < selections; ++i) {
            const auto start = Clock::now();
            const double before = workMilliseconds();
            window.workspace().selection().select({{1, static_cast<qint64>(1 + random() % manyTrials)}});
            watch.waitForPaint(milliseconds(1000));
            watch.settle(quiet, limit);
            times.push_back(millisecondsBetween(start, watch.lastPaint()));
            processor.push_back(workMilliseconds() - before);
        }
        rows.push_back(below(fmt::format("window.select.{}", front), median(times), "ms, median", 100));
        rows.push_back(figure(fmt::format("window.select.{}.work", front), median(processor), "ms of its thread"));
    }
    // Hovering costs the same in a large project as in a small one: it reads one row and counts nothing.
    constexpr int moves = 200;
    const double before = workMilliseconds();
    for (int64_t i = 0; i < moves; ++i) {
        window.workspace().selection().hover({1, 1 + i * (manyTrials / moves)});
    }
    rows.push_back(below("window.hover", (workMilliseconds() - before) / moves, "ms a move", 16));
    return rows;
}

std::vector<Row> windowStallRows()
{
    constexpr milliseconds look(2500);
    const Screen screen;
    PaintWatch watch;
    MainWindow window;
    window.show();
    window.openFile(sampleIn(screen));
    window.workspace().opening().finishNow();
    window.chooseTask(QStringLiteral("resnet-18:2"));
    watch.settle(quiet, limit);
    RunOptions options;
    options.tuner = "random";
    options.trials = 100000;
    const auto started = window.workspace().startRun(options, {});
    double measured = 0;
    QString problem = started ? QString() : QString::fromStdString(started.error().message);
    QObject::connect(&window.session(), &TuningSession::finished, &window, [&](const RunFinished& run, const Sentence& why) {
        problem = QString::fromStdString(why.message);
        measured = static_cast<double>(run.trials);
    });
    std::vector<Row> rows;
    double worst = 0;
    double own = 0;
    double work = 0;
    for (const char* front : {"speed", "trials", "timeline", "insight", "compare", "failures", "schedule", "log"}) {
        window.showView(QString::fromLatin1(front));
        watch.forget();
        watch.settle(look * 2, look); // never idle during a run: watches until the limit
        worst = std::max(worst, watch.longestStall().count() * 1e3);
        own = std::max(own, watch.longestOwnStall().count() * 1e3);
        work = std::max(work, watch.longestWork().count() * 1e3);
        rows.push_back(figure(fmt::format("window.stall.{}", front), watch.longestStall().count() * 1e3, "ms"));
        rows.push_back(figure(fmt::format("window.stall.{}.own", front), watch.longestOwnStall().count() * 1e3,
                              "ms, less waiting for a processor"));
        rows.push_back(figure(fmt::format("window.stall.{}.work", front), watch.longestWork().count() * 1e3, "ms of its thread"));
    }
    window.session().stop();
    while (window.session().isRunning()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    if (!problem.isEmpty()) {
        std::fprintf(stderr, "knobscope-bench: %s\n", qPrintable(problem));
        return {};
    }
    rows.push_back(figure("window.stall.measured", measured, "trials meanwhile"));
    rows.push_back(figure("window.stall.work", work, "ms of its thread"));
    rows.push_back(below("window.stall.own", own, "ms, less waiting for a processor", 50));
    rows.push_back(below("window.stall", worst, "ms, longest", 50));
    return rows;
}

std::vector<Row> windowMemoryRows()
{
    constexpr double mebibyte = 1024.0 * 1024.0;
    const Screen screen;
    const QString project = screen.file("most.knobscope");
    writeTrials(project.toStdString(), mostTrials);
    writeSpans(project.toStdString(), mostSpans);
    const QJsonObject report = startOf(project);
    const auto megabytes = [](const QJsonObject& at) { return at[QStringLiteral("resident_bytes")].toDouble(1e15) / mebibyte; };
    std::vector<Row> rows{below("window.memory", megabytes(report), "MB, as opened", 400)};
    const QJsonArray views = report[QStringLiteral("after_views")].toArray();
    for (const auto& one : views) {
        rows.push_back(figure(fmt::format("window.memory.{}", one.toObject()[QStringLiteral("view")].toString().toStdString()),
                              megabytes(one.toObject()), "MB, once it was seen, too"));
    }
    rows.push_back(below("window.memory.all", megabytes(views.last().toObject()), "MB, all views seen", 400));
    rows.push_back(figure("window.start.large", report[QStringLiteral("painted_seconds")].toDouble(), "s, first paint"));
    return rows;
}

} // namespace knobscope::bench

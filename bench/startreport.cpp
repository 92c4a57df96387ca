// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/startreport.h"

#include "bench/paintwatch.h"
#include "core/base/processmemory.h"
#include "widgets/shell/mainwindow.h"

#include <QApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <ctime>
#include <unistd.h>

namespace knobscope {

namespace {

/// Seconds since process start, with Linux's resolution of a hundredth.
double processAge()
{
    QFile file(QStringLiteral("/proc/self/stat"));
    timespec now{};
    if (!file.open(QIODevice::ReadOnly) || clock_gettime(CLOCK_BOOTTIME, &now) != 0) {
        return 0;
    }
    const QByteArray all = file.readAll();
    constexpr int startField = 19; // index after the process name, which may contain spaces
    const double start = all.mid(all.lastIndexOf(')') + 2).split(' ').value(startField).toDouble();
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9
         - start / static_cast<double>(sysconf(_SC_CLK_TCK));
}

} // namespace

StartReport reportStart(const QStringList& files)
{
    constexpr std::chrono::milliseconds quiet(300);
    constexpr std::chrono::milliseconds limit(60000);
    QApplication::setCursorFlashTime(0); // a blinking cursor would be repainted forever
    PaintWatch watch;
    const auto since = [age = processAge(), start = PaintWatch::Clock::now()](PaintWatch::Clock::time_point time) {
        return age + std::chrono::duration<double>(time - start).count();
    };
    StartReport report;
    MainWindow window;
    window.openFiles(files); // before it is shown, as in app/workbench/main.cpp
    window.workspace().opening().finishNow();
    window.show();
    watch.waitForPaint(limit);
    report.painted = since(watch.lastPaint());
    watch.settle(quiet, limit);
    report.settled = since(watch.lastPaint());
    report.resident = static_cast<double>(memoryOf(getpid()).resident);
    for (const auto& [id, view] : window.views()) {
        window.showView(id);
        view->refreshNow(); // reading a million trials takes longer than the quiet below
        watch.settle(quiet, limit);
        report.residentAfter.emplace_back(id, static_cast<double>(memoryOf(getpid()).resident));
    }
    return report;
}

QByteArray toJson(const StartReport& report)
{
    QJsonArray after;
    for (const auto& [view, bytes] : report.residentAfter) {
        after.append(QJsonObject{{QStringLiteral("view"), view}, {QStringLiteral("resident_bytes"), bytes}});
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("painted_seconds"), report.painted},
                                     {QStringLiteral("settled_seconds"), report.settled},
                                     {QStringLiteral("resident_bytes"), report.resident},
                                     {QStringLiteral("after_views"), after}})
        .toJson(QJsonDocument::Indented);
}

} // namespace knobscope

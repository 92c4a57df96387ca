// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/rows.h"

#include "core/measure/statistics.h"
#include "core/store/traceimport.h"
#include "widgets/timeline/timelineview.h"

#include <QApplication>
#include <QImage>
#include <QThread>

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>

namespace knobscope::bench {

namespace {

constexpr int64_t spanCount = 10'000'000;
constexpr uint32_t trackCount = 16;
constexpr int frames = 240;
constexpr double firstWindowTarget = 2;   // seconds
constexpr double frameTarget = 1000.0 / 60; // milliseconds

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Calls within calls, three deep, on 16 threads: as a profiler writes them, the inner ones first.
void addSpans(TraceImport& import, TraceSummary& summary)
{
    const char* names[] = {"request", "parse", "plan",  "execute", "fetch", "sort",
                           "join",    "write", "flush", "lock",    "wait",  "encode"};
    std::mt19937_64 random(1);
    for (uint32_t track = 0; track < trackCount; ++track) {
        summary.tracks.push_back({1, track, "bench", fmt::format("thread {}", track)});
        int64_t at = 0;
        for (int64_t i = 0; i < spanCount / trackCount; i += 5) {
            const auto length = static_cast<int64_t>(10'000 + random() % 200'000);
            for (int part = 0; part < 2; ++part) {
                const int64_t begin = at + part * length / 2;
                import.span({track, begin + length / 10, length / 5, names[4 + random() % 8], "bench", "", "", 0, "{}"});
                import.span({track, begin, length / 2 - 10, names[1 + random() % 3], "bench", "", "", 0, "{}"});
            }
            import.span({track, at, length, names[0], "bench", "", "", 0, "{}"});
            at += length + static_cast<int64_t>(random() % 20'000);
        }
    }
}

/// Until the lanes of what is seen are painted.
double untilPainted(TimelineView& view)
{
    const auto start = std::chrono::steady_clock::now();
    while (!(view.isIdle() && view.canvas()->hasFreshPicture()) && secondsSince(start) < 60) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    }
    return secondsSince(start);
}

std::vector<double> panTimes(TimelineView& view, QImage& screen)
{
    TimelineCanvas* canvas = view.canvas();
    std::vector<double> times;
    for (int frame = 0; frame < frames; ++frame) {
        const auto start = std::chrono::steady_clock::now();
        canvas->pan(frame < frames / 2 ? 0.01 : -0.01);
        QCoreApplication::processEvents(); // pictures that have come
        canvas->render(&screen);
        times.push_back(secondsSince(start) * 1e3);
        QThread::usleep(static_cast<unsigned long>(std::max(0.0, frameTarget - times.back()) * 1e3));
    }
    return times;
}

} // namespace

std::vector<Row> timelineFigures()
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    int argc = 1;
    char name[] = "knobscope-bench";
    char* argv[] = {name, nullptr};
    QApplication app(argc, argv);
    const std::string path =
        (std::filesystem::temp_directory_path() / fmt::format("knobscope-bench-{}.knobscope", ::getpid())).string();
    std::vector<Row> rows;
    auto start = std::chrono::steady_clock::now();
    {
        auto project = Project::open(path, Project::Mode::Create).value();
        TraceImport import(project, "bench.json");
        TraceSummary summary;
        addSpans(import, summary);
        (void)import.write(summary).value();
    }
    const double written = secondsSince(start);
    rows.push_back({"timeline.write", written, "s, 10 M spans", "-", true});
    rows.push_back({"timeline.size", static_cast<double>(std::filesystem::file_size(path)) / static_cast<double>(spanCount),
                    "bytes a span", "-", true});
    {
        start = std::chrono::steady_clock::now();
        Workspace workspace;
        if (const auto opened = workspace.openProject(QString::fromStdString(path)); !opened) {
            std::fprintf(stderr, "knobscope-bench: %s\n", opened.error().message.c_str());
            return rows;
        }
        TimelineView view(workspace);
        view.resize(1920, 600);
        view.show();
        view.showTrace(1);
        QImage screen(view.canvas()->size(), QImage::Format_RGB32);
        untilPainted(view);
        view.canvas()->render(&screen);
        const double opened = secondsSince(start);
        rows.push_back(
            {"timeline.open", opened, "s, first window", fmt::format("< {}", firstWindowTarget), opened < firstWindowTarget});
        for (const double zoom : {1.0, 20.0, 2000.0}) {
            view.canvas()->fitAll();
            view.canvas()->zoom(zoom);
            const double redrawn = untilPainted(view);
            const double frame = median(panTimes(view, screen));
            rows.push_back({fmt::format("timeline.pan.{:g}x", zoom), frame, "ms a frame", fmt::format("< {:.1f}", frameTarget),
                            frame < frameTarget});
            rows.push_back({fmt::format("timeline.draw.{:g}x", zoom), redrawn * 1e3, "ms, new picture", "-", true});
        }
    }
    for (const char* suffix : {"", "-wal", "-shm"}) {
        std::filesystem::remove(path + suffix);
    }
    return rows;
}

} // namespace knobscope::bench

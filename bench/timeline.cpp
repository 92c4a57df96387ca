// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/largeproject.h"
#include "bench/rows.h"
#include "bench/screen.h"

#include "core/base/statistics.h"
#include "widgets/views/timeline/timelineview.h"

#include <QImage>
#include <QThread>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

namespace knobscope::bench {

namespace {

constexpr int64_t spanCount = 10'000'000;
constexpr int frames = 240;
constexpr double firstWindowTarget = 2;   // seconds
constexpr double frameTarget = 1000.0 / 60; // milliseconds

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the seconds until the visible lanes are painted.
double untilPainted(TimelineView& view)
{
    const auto start = std::chrono::steady_clock::now();
    while (!(view.isIdle() && view.canvas()->scene().pictureCoversView()) && secondsSince(start) < 60) {
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
        QCoreApplication::processEvents(); // delivers finished pictures
        canvas->render(&screen);
        times.push_back(secondsSince(start) * 1e3);
        QThread::usleep(static_cast<unsigned long>(std::max(0.0, frameTarget - times.back()) * 1e3));
    }
    return times;
}

} // namespace

std::vector<Row> timelineFigures()
{
    const Screen application;
    const std::string path = application.file("spans.knobscope").toStdString();
    std::vector<Row> rows;
    auto start = std::chrono::steady_clock::now();
    writeSpans(path, spanCount);
    const double written = secondsSince(start);
    rows.push_back(figure("timeline.write", written, "s, 10 M spans"));
    rows.push_back(figure("timeline.size", static_cast<double>(std::filesystem::file_size(path)) / static_cast<double>(spanCount),
                          "bytes a span"));
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
        rows.push_back(below("timeline.open", opened, "s, first window", firstWindowTarget));
        for (const double zoom : {1.0, 20.0, 2000.0}) {
            view.canvas()->fitAll();
            view.canvas()->zoom(zoom);
            const double redrawn = untilPainted(view);
            const double frame = median(panTimes(view, screen));
            rows.push_back(below(fmt::format("timeline.pan.{:g}x", zoom), frame, "ms a frame", frameTarget));
            rows.push_back(figure(fmt::format("timeline.draw.{:g}x", zoom), redrawn * 1e3, "ms, new picture"));
        }
    }
    return rows;
}

} // namespace knobscope::bench

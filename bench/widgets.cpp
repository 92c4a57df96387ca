// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/largeproject.h"
#include "bench/rows.h"
#include "bench/screen.h"
#include "bench/shapes.h"

#include "core/base/statistics.h"
#include "core/store/projectwriter.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/views/insight/parallelplot.h"
#include "widgets/views/speed/speedview.h"

#include <QElapsedTimer>

#include <random>

namespace knobscope::bench {

namespace {

constexpr int64_t widgetTrials = 100000;
constexpr int refreshes = 60;
constexpr int paintings = 15;
constexpr int trialsARefresh = 5; // 100 trials per second, 20 refreshes

/// Returns the milliseconds for repainting a widget completely after `change`.
double millisecondsOfPainting(QWidget& widget, const std::function<void()>& change)
{
    std::vector<double> times;
    for (int i = 0; i < paintings; ++i) {
        times.push_back(1e3 * seconds([&] {
                            change();
                            (void)widget.grab();
                        }));
    }
    return median(times);
}

PlotAxis axis(const QString& title, double high)
{
    PlotAxis made;
    made.title = title;
    made.setRange(PlotAxis::Kind::Linear, 0, high);
    return made;
}

/// Trials with meaningless speeds.
std::shared_ptr<TrialSet> drawnTrials()
{
    auto set = std::make_shared<TrialSet>();
    set->task = std::make_shared<const Task>(taskOf(shapes[0]));
    std::mt19937_64 random(3);
    for (int64_t number = 1; number <= widgetTrials; ++number) {
        const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(set->task->space.rangeLength()));
        const double gflops = number % 17 == 0 ? 0 : 20 + static_cast<double>(random() % 100);
        set->add(1, {number, index, gflops, gflops > 0 ? 0 : 4, 0});
    }
    return set;
}

} // namespace

std::vector<Row> plotRows()
{
    const Screen screen;
    std::mt19937 random(1);
    PlotSeries series;
    for (int64_t i = 0; i < widgetTrials; ++i) {
        series.points.emplace_back(static_cast<double>(i), static_cast<double>(random() % 1000));
    }
    PlotCanvas canvas;
    canvas.resize(900, 400);
    canvas.show();
    canvas.setAxes(axis(QStringLiteral("trial"), widgetTrials), axis(QStringLiteral("GFLOPS"), 1000));
    std::vector<Row> rows;
    for (const auto& [name, kind] : {std::pair("plot.line", PlotSeries::Kind::Line), {"plot.dots", PlotSeries::Kind::Dots}}) {
        series.kind = kind;
        rows.push_back(figure(name, millisecondsOfPainting(canvas, [&] { canvas.setSeries({series}); }), "ms, median"));
    }
    ParallelPlot parallel;
    parallel.resize(900, 400);
    parallel.show();
    const auto trials = drawnTrials();
    rows.push_back(figure("plot.parallel", millisecondsOfPainting(parallel, [&] { parallel.setTrials(trials); }), "ms, median"));
    return rows;
}

std::vector<Row> chartRows()
{
    const Screen screen;
    const std::string path = screen.file("long.knobscope").toStdString();
    writeTrials(path, widgetTrials);
    const auto writer = ProjectWriter::open(path).value();
    const Task task = taskOf(shapes[0]);
    constexpr int64_t run = 1;

    Workspace workspace;
    SpeedView chart(workspace);
    chart.resize(1200, 600);
    chart.show();
    (void)workspace.openProject(QString::fromStdString(path));
    while (chart.trialCount() < widgetTrials) {
        QApplication::processEvents();
    }
    const auto measure = [&](auto&& prepare, auto&& change) {
        std::vector<double> times;
        for (int i = 0; i < refreshes; ++i) {
            prepare(i);
            QElapsedTimer timer;
            timer.start();
            change(i);
            chart.refreshNow();
            chart.canvas().viewport()->repaint();
            times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
        }
        return median(times);
    };
    std::mt19937_64 random(1);
    const double live = measure(
        [&](int i) {
            for (int k = 1; k <= trialsARefresh; ++k) {
                writer->addTrial(run, madeUpTrial(task, widgetTrials + int64_t{i} * trialsARefresh + k, widgetTrials, random));
            }
            writer->flush();
        },
        [&](int) { emit workspace.trialsAdded(run); });
    const QRectF area = chart.canvas().area();
    const double pan = measure([](int) {}, [&](int i) { chart.zoomTo(area.translated(-area.width() * 0.002 * (i + 1), 0)); });
    return {below("chart.live", live, "ms, median", 33), below("chart.pan", pan, "ms, median", 33)};
}

} // namespace knobscope::bench

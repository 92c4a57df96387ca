// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/widgets.h"

#include "core/stats/statistics.h"
#include "core/store/projectwriter.h"
#include "core/task/host.h"
#include "widgets/chart/livechart.h"
#include "widgets/insight/parallelplot.h"
#include "widgets/plot/plotcanvas.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <optional>
#include <random>

namespace knobscope::bench {

namespace {

constexpr int64_t widgetTrials = 100000;
constexpr int refreshes = 60;
constexpr int paintings = 15;
constexpr int trialsARefresh = 5; // 100 trials a second, 20 refreshes

/// Speeds that rise slowly in noise, 1 in 12 failed: as a long run looks.
TrialRow trial(int64_t number, std::mt19937& random)
{
    TrialRow row;
    row.number = number;
    row.index = number;
    row.entity = nlohmann::json::array();
    row.timestamp = 1000 + static_cast<double>(number) * 0.01;
    row.errorNo = random() % 12 == 0 ? 1 + static_cast<int>(random() % 7) : 0;
    const double part = static_cast<double>(random() % 10000) / 10000;
    row.gflops = row.errorNo == 0 ? 5 + part * part * (60 + 60 * static_cast<double>(number) / widgetTrials) : 0;
    row.costs = {1e-3};
    return row;
}

Task benchTask()
{
    const nlohmann::json args{{"TENSOR", {1, 512}, "float32"}, {"TENSOR", {1000, 512}, "float32"}, nullptr, "float32"};
    return makeTask("dense_pack.x86", args, hostTarget().value()).value();
}

/// An application without a screen.
class Offscreen
{
public:
    Offscreen()
    {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        m_application.emplace(m_count, m_arguments);
    }

private:
    int m_count = 1;
    char m_name[16] = "knobscope-bench";
    char* m_arguments[2] = {m_name, nullptr};
    std::optional<QApplication> m_application;
};

/// Of a widget that is changed so that all of it has to be painted anew.
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

/// Trials with speeds that say nothing.
std::shared_ptr<TrialSet> drawnTrials()
{
    auto set = std::make_shared<TrialSet>();
    set->task = std::make_shared<const Task>(benchTask());
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
    const Offscreen screen;
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
    const Offscreen screen;
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("long.knobscope")).toStdString();
    (void)Project::open(path, Project::Mode::Create).value();
    const auto writer = ProjectWriter::open(path).value();
    TaskRow task;
    task.task = taskToJson(benchTask());
    task.key = task.task.dump();
    task.label = "long";
    task.flops = 1e6;
    RunRow run;
    run.task = writer->addTask(task).value();
    run.tuner = "random";
    run.state = "finished";
    run.started = 1000;
    const int64_t id = writer->addRun(run).value();
    std::mt19937 random(1);
    for (int64_t number = 1; number <= widgetTrials; ++number) {
        writer->addTrial(id, trial(number, random));
    }
    writer->flush();

    Workspace workspace;
    LiveChart chart(workspace);
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
    const double live = measure(
        [&](int i) {
            for (int k = 1; k <= trialsARefresh; ++k) {
                writer->addTrial(id, trial(widgetTrials + int64_t{i} * trialsARefresh + k, random));
            }
            writer->flush();
        },
        [&](int) { emit workspace.trialsAdded(id); });
    const QRectF area = chart.canvas().area();
    const double pan = measure([](int) {}, [&](int i) { chart.zoomTo(area.translated(-area.width() * 0.002 * (i + 1), 0)); });
    return {{"chart.live", live, "ms, median", "< 33", live < 33}, {"chart.pan", pan, "ms, median", "< 33", pan < 33}};
}

} // namespace knobscope::bench

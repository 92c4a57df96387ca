// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/widgets.h"

#include "core/stats/statistics.h"
#include "core/store/projectwriter.h"
#include "core/task/host.h"
#include "widgets/chart/livechart.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <random>

namespace knobscope::bench {

namespace {

constexpr int64_t widgetTrials = 100000;
constexpr int refreshes = 60;
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

} // namespace

std::vector<Row> chartRows()
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    int argc = 1;
    char name[] = "knobscope-bench";
    char* argv[] = {name, nullptr};
    const QApplication application(argc, argv);
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

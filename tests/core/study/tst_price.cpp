// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectwriter.h"
#include "core/study/price.h"
#include "core/target/machineprofile.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace knobscope;

namespace {

Task matmul(int64_t n)
{
    return makeTask("tutorial/matmul", {n, n, n, "float32"}, parseTarget("llvm").value()).value();
}

/// As a run on this machine keeps its options.
nlohmann::json measuredHere(int threads = 1)
{
    return {{"machine", thisMachine().cpu}, {"measure", {{"threads", threads}}}};
}

/// A run whose trials are `step` seconds apart, with a pause of an hour, and twelve seconds until it was resumed.
int64_t storeRun(ProjectWriter& writer, const Task& task, const char* label, double step, const char* state, int trials = 40,
                 const nlohmann::json& options = measuredHere())
{
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump();
    row.label = label;
    row.flops = task.autotvmFlops;
    RunRow run;
    run.task = writer.addTask(row).value();
    run.tuner = "ga";
    run.options = options;
    run.state = "running";
    const int64_t id = writer.addRun(run).value();
    double now = 1.7e9;
    for (int i = 1; i <= trials; ++i) {
        now += i == 20 ? 3600 : i == 30 ? 12 : step;
        TrialRow trial;
        trial.number = i;
        trial.timestamp = now;
        trial.gflops = i;
        writer.addTrial(id, trial);
    }
    writer.setRunState(id, state);
    writer.flush();
    return id;
}

} // namespace

class TestPrice : public QObject
{
    Q_OBJECT
private slots:
    void withoutARateThereIsTheBound()
    {
        const auto small = boundRate(matmul(64), 1).value();
        const auto large = boundRate(matmul(2048), 1).value();
        QVERIFY(small.isGuessed && large.isGuessed);
        QVERIFY(std::abs(small.trialsPerSecond - 14) < 0.5 && large.trialsPerSecond < 1);
        QVERIFY(boundRate(matmul(2048), 4)->trialsPerSecond > 3 * large.trialsPerSecond);
        Task onGpu = matmul(64);
        onGpu.isGpu = true;
        for (const char* target : {"cuda -model=h100", "cuda"}) { // as docs/results has it of one
            onGpu.target = parseTarget(target).value();
            const double rate = boundRate(onGpu, 1).value().trialsPerSecond;
            QVERIFY2(rate > 3 && rate < 19, target);
        }
    }

    void ratesComeFromFinishedRunsOfTheSameTaskFirst()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath("p.knobscope").toStdString();
        (void)Project::open(path, Project::Mode::Create);
        auto writer = ProjectWriter::open(path).value();
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const Task own = matmul(256);
        QVERIFY(!measuredRate(project, own, 1)->has_value());
        storeRun(*writer, own, "stopped", 0.01, "stopped");
        storeRun(*writer, own, "short", 0.01, "finished", 5);
        QVERIFY(!measuredRate(project, own, 1)->has_value());
        storeRun(*writer, matmul(2048), "much larger", 0.5, "finished");
        storeRun(*writer, matmul(64), "much smaller", 0.5, "finished");
        Task onGpu = own;
        onGpu.target = parseTarget("cuda -arch=sm_90").value();
        storeRun(*writer, onGpu, "another device", 0.5, "finished");
        QVERIFY(!measuredRate(project, own, 1)->has_value());
        storeRun(*writer, matmul(384), "other", 0.5, "finished");
        const auto other = measuredRate(project, own, 1).value();
        QVERIFY(other && !other->sameTask);
        QCOMPARE(other->label, std::string("other"));
        QVERIFY(std::abs(other->trialsPerSecond - 2) < 1e-3); // the pause does not count
        Task edited = own;
        edited.edits = {parseEdit("tile_x-=[-1,1]").value()};
        const int64_t id = storeRun(*writer, edited, "own", 0.1, "finished");
        storeRun(*writer, matmul(192), "later", 1, "finished");
        const auto same = measuredRate(project, own, 1).value();
        QVERIFY(same && same->sameTask);
        QCOMPARE(same->run, id);
        QVERIFY(std::abs(same->trialsPerSecond - 10) < 1e-3);
    }

    /// Neither what another computer took, as in a project that came from there, nor what kernels with other threads take.
    void ratesAreOfThisMachineItsTargetAndTheThreads()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath("p.knobscope").toStdString();
        (void)Project::open(path, Project::Mode::Create);
        auto writer = ProjectWriter::open(path).value();
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const Task own = matmul(256);
        storeRun(*writer, own, "not known where", 0.1, "finished", 40, nlohmann::json::object());
        storeRun(*writer, own, "elsewhere", 0.1, "finished", 40, {{"machine", "another CPU"}, {"measure", {{"threads", 1}}}});
        const int64_t wider = storeRun(*writer, own, "four threads", 0.1, "finished", 40, measuredHere(4));
        Task wide = matmul(384);
        wide.target = parseTarget("llvm -mcpu=skylake-avx512").value();
        storeRun(*writer, wide, "other vectors", 0.5, "finished");
        QVERIFY(!measuredRate(project, own, 1)->has_value());
        QCOMPARE(measuredRate(project, own, 4).value().value().run, wider);
        storeRun(*writer, matmul(384), "similar", 0.5, "finished");
        storeRun(*writer, own, "later elsewhere", 0.1, "finished", 40, {{"machine", "another CPU"}});
        const auto rate = measuredRate(project, own, 1).value();
        QVERIFY(rate && !rate->sameTask);
        QCOMPARE(rate->label, std::string("similar"));
    }
};

QTEST_GUILESS_MAIN(TestPrice)
#include "tst_price.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/price.h"
#include "core/store/projectwriter.h"
#include "core/task/thismachine.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace knobscope;

namespace {

MeasuredRate rate(double trialsPerSecond)
{
    MeasuredRate r;
    r.trialsPerSecond = trialsPerSecond;
    return r;
}

SpaceCount exactly(int64_t n)
{
    return {n, n, true};
}

Task matmul(int64_t n)
{
    return makeTask("tutorial/matmul", {n, n, n, "float32"}, parseTarget("llvm").value()).value();
}

/// As a run on this machine keeps its options.
nlohmann::json measuredHere(int threads = 1)
{
    return {{"machine", thisMachine().cpu}, {"measure", {{"threads", threads}}}};
}

/// A run whose trials are `step` seconds apart, with one pause of an hour.
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
        now += i == 20 ? 3600 : step;
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
    void theSentenceOfTheIssue()
    {
        const SpacePrice price = priceOf(exactly(384384), exactly(512512), rate(11.2));
        QCOMPARE(priceText(price), std::string("+128,128 configs; at the 11.2 trials/s measured here a full grid takes 3 h 11 "
                                               "min longer; GA for 1,000 trials unchanged"));
    }

    void otherSentences()
    {
        QCOMPARE(priceText(priceOf(exactly(2000), exactly(1500), rate(10))),
                 std::string("\u2212500 configs; at the 10 trials/s measured here a full grid takes 50 s less; GA for 1,000 "
                             "trials unchanged"));
        QCOMPARE(priceText(priceOf(exactly(980), exactly(1960), std::nullopt)),
                 std::string("+980 configs; no finished run of this project measured a rate here yet, so time cannot be told; "
                             "1,000 trials may not visit every config"));
        const std::string same = priceText(priceOf(exactly(5000), exactly(5000), rate(5)));
        QVERIFY2(same.starts_with("no config more or less; at the 5 trials/s measured here a full grid takes 17 min as before"),
                 same.c_str());
        const std::string estimated = priceText(priceOf(exactly(1000000), {400000, 420000, false}, rate(100)));
        QVERIFY2(estimated.starts_with("between \u2212600,000 and \u2212580,000 configs (estimated); at the 100 trials/s "
                                       "measured here a full grid takes about 1 h 38 min less"),
                 estimated.c_str());
    }

    void whatASearchVisits()
    {
        const auto endOf = [](const SpaceCount& before, const SpaceCount& after) {
            const std::string text = priceText(priceOf(before, after, rate(10)));
            return text.substr(text.rfind("; ") + 2);
        };
        const std::string all = "trials are enough to visit every config";
        QCOMPARE(endOf(exactly(980), exactly(1078)), std::string("1,000 trials may not visit every config"));
        QCOMPARE(endOf(exactly(980), exactly(1000)), "1,000 " + all);
        QCOMPARE(endOf(exactly(1078), exactly(980)), "980 " + all);
        QCOMPARE(endOf(exactly(2000), {900, 1100, false}), std::string("1,000 trials may not visit every config"));
        QCOMPARE(endOf(exactly(980), {900, 990, false}), "990 " + all);
        QCOMPARE(endOf(exactly(1000), exactly(1001)), std::string("1,000 trials may not visit every config"));
    }

    void withoutARateThereIsTheBound()
    {
        const auto small = boundRate(matmul(64), 1).value();
        const auto large = boundRate(matmul(2048), 1).value();
        QVERIFY(small.isGuessed && large.isGuessed);
        QVERIFY(small.trialsPerSecond > 10 && large.trialsPerSecond < 1);
        QVERIFY(boundRate(matmul(2048), 4)->trialsPerSecond > 3 * large.trialsPerSecond);
        Task onGpu = matmul(64);
        onGpu.isGpu = true;
        QVERIFY(!boundRate(onGpu, 1));
        const std::string text = priceText(priceOf(exactly(5000), exactly(7500), small));
        QVERIFY2(text.starts_with("+2,500 configs; no finished run of this project measured such kernels here yet: at about 14 "
                                  "trials/s, from the bound, a full grid takes about 9 min"),
                 text.c_str());
    }

    void durationsAreRough()
    {
        QCOMPARE(roughDuration(0.31), std::string("0.3 s"));
        QCOMPARE(roughDuration(45.2), std::string("45 s"));
        QCOMPARE(roughDuration(720), std::string("12 min"));
        QCOMPARE(roughDuration(7200), std::string("2 h"));
        QCOMPARE(roughDuration(11440), std::string("3 h 11 min"));
        QCOMPARE(roughDuration(86400 * 12 + 3600 * 4), std::string("12 days 4 h"));
        QCOMPARE(roughDuration(86400 * 365.25 * 3.1), std::string("3.1 years"));
        QCOMPARE(roughDuration(1e15), std::string("31,688,088 years"));
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

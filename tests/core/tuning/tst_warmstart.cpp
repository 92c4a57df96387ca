// SPDX-License-Identifier: GPL-3.0-or-later
// What a run says that earlier results saved it, against the trials that the project holds.
#include "core/tuning/storelistener.h"
#include "core/tuning/transfer.h"
#include "tests/core/tuning/fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

LoopTask sized(int64_t n, const char* tuner, int64_t trials, const char* transfer = "none")
{
    LoopTask t = task(tuner, trials);
    t.task = makeTask("tutorial/matmul", {n, n, n, "float32"}, parseTarget("llvm").value()).value();
    t.options.transfer = transfer;
    t.options.prune = "off";
    t.options.confirmTop = 0;
    return t;
}

RunFinished play(LoopTask t, const std::string& path)
{
    t.prepare = transferWhenStarted(path, 1);
    FakeMeasurer measurer(3);
    LoopControl control;
    Recorder recorder;
    (void)Project::open(path, Project::Mode::Create);
    const auto writer = ProjectWriter::open(path).value();
    StoreListener store(*writer, {});
    std::vector<LoopListener*> listeners{&recorder, &store};
    return tune({std::move(t)}, measurer, control, listeners).value().front();
}

/// The first trial of a stored run that was this fast, by looking at each; 0: none.
int64_t firstTrial(Project& project, int64_t run, double gflops, const std::vector<int64_t>& without = {})
{
    const std::vector<TrialPoint> points = project.points(run).value();
    for (const TrialPoint& point : points) {
        if (point.gflops >= gflops && std::find(without.begin(), without.end(), point.index) == without.end()) {
            return point.number;
        }
    }
    return 0;
}

double bestOf(Project& project, int64_t run)
{
    double best = 0;
    const std::vector<TrialPoint> points = project.points(run).value();
    for (const TrialPoint& point : points) {
        best = std::max(best, point.gflops);
    }
    return best;
}

WarmStart heard(std::vector<int64_t> starts, const std::vector<std::pair<int64_t, double>>& trials,
                std::vector<ColdRun> cold = {})
{
    WarmStart warm;
    warm.source = "t.log";
    warm.records = 20;
    warm.cold = std::move(cold);
    warm.learn({20, 1, std::move(starts)});
    int64_t number = 0;
    double best = 0;
    for (const auto& [index, gflops] : trials) {
        warm.addTrial(++number, index, gflops);
        best = std::max(best, gflops);
    }
    warm.finish(best);
    return warm;
}

ColdRun coldRun(int64_t row, const std::vector<double>& gflops)
{
    ColdRun out;
    out.row = row;
    for (size_t i = 0; i < gflops.size(); ++i) {
        out.addTrial(static_cast<int64_t>(i) + 1, gflops[i]);
    }
    return out;
}

} // namespace

class TestWarmStart : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(QString::fromUtf8(name)).toStdString(); }

private slots:
    void theFastestOfBeforeAreFollowed()
    {
        const WarmStart warm = heard({7, 8, 9}, {{7, 40}, {8, 45}, {9, 0}, {1, 30}, {2, 44}, {3, 46}, {4, 50}});
        QCOMPARE(warm.tried, int64_t(3));
        QCOMPARE(warm.triedGflops, 45.0);
        QCOMPARE(warm.triedAt, int64_t(2));
        QCOMPARE(warm.ownAt, int64_t(6));
        QCOMPARE(warm.triedShare, 0.9);
        QCOMPARE(warm.coldRow, int64_t(0));
        QCOMPARE(warm.firstTrials, int64_t(7));
        QCOMPARE(warm.shareOfBest, 1.0);
        QCOMPARE(heard({7}, {{7, 50}, {1, 40}}).ownAt, int64_t(0));
        QCOMPARE(heard({7}, {{7, 0}, {1, 40}}).triedAt, int64_t(0)); // none of them worked
        QCOMPARE(heard({}, {{7, 0}, {1, 0}}).tried, int64_t(0));
    }

    void coldRunsAreComparedAtTheSameSpeed()
    {
        // 95 % of the best of both, 50, is 47.5: trial 5 of the cold run, 2 of the warm one.
        const std::vector<std::pair<int64_t, double>> trials{{7, 40}, {8, 48}, {1, 30}, {2, 49}};
        WarmStart warm = heard({7, 8}, trials, {coldRun(3, {10, 20, 30, 47, 50, 20})});
        QCOMPARE(warm.coldRow, int64_t(3));
        QCOMPARE(warm.coldTrials, int64_t(5));
        QCOMPARE(warm.warmTrials, int64_t(2));
        QCOMPARE(warm.commonGflops, 50.0);
        QVERIFY(warmStartToJson(warm)["cold"]["was_known"] == false);
        warm.source = "project"; // that run is in it
        QVERIFY(warmStartToJson(warm)["cold"]["was_known"] == true);
        // The quickest of them counts; one that never came there, only where it is alone.
        warm = heard({7, 8}, trials, {coldRun(3, {10, 20, 30, 47, 50, 20}), coldRun(4, {10, 49}), coldRun(5, {1, 2})});
        QCOMPARE(warm.coldRow, int64_t(4));
        QCOMPARE(warm.coldTrials, int64_t(2));
        warm = heard({7, 8}, trials, {coldRun(5, {1, 2, 0})});
        QCOMPARE(warm.coldTrials, int64_t(0));
        QCOMPARE(warm.coldLength, int64_t(3));
        QCOMPARE(warm.warmTrials, int64_t(2));
        // A warm start that went wrong is said as plainly.
        warm = heard({7, 8}, trials, {coldRun(6, {60, 10})});
        QCOMPARE(warm.warmTrials, int64_t(0));
        QCOMPARE(warm.commonGflops, 60.0);
        QCOMPARE(warm.coldTrials, int64_t(1));
        QVERIFY(heard({}, {{1, 0}}, {coldRun(6, {0, 0})}).coldRow == 0); // nothing worked anywhere
    }

    void coldRunsOfAnotherPaceAreComparedBySpeedUps()
    {
        // The cold run's machine went at half the pace: its 25 GFLOPS were five times the untuned config, like 50 here.
        const std::vector<std::pair<int64_t, double>> trials{{7, 40}, {8, 49}};
        ColdRun slow = coldRun(3, {10, 20, 25});
        const auto finished = [&](double bestSpeedup) {
            WarmStart warm = heard({}, trials, {slow});
            warm.coldRow = 0;
            warm.finish(49, bestSpeedup);
            return warm;
        };
        QCOMPARE(finished(4.9).coldTrials, int64_t(0)); // by seconds it never came near
        slow.speedupPerGflops = 0.2;
        QCOMPARE(finished(4.9).coldTrials, int64_t(3));
        QCOMPARE(finished(4.9).commonGflops, 50.0);
        QCOMPARE(finished(4.9).warmTrials, int64_t(2));
        QCOMPARE(finished(0).coldTrials, int64_t(0)); // nothing to compare by
    }

    void theProjectShowsTheSame()
    {
        const std::string path = file("saved.knobscope");
        play(sized(512, "random", 60), path); // not the same tuner
        play(sized(256, "bayes", 40), path);  // not the same task
        play(sized(512, "bayes", 50), path);
        const RunFinished warm = play(sized(512, "bayes", 30, "project"), path);
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QCOMPARE(warm.warm.coldRow, int64_t(3));
        QCOMPARE(warm.warm.coldLength, int64_t(50));
        const double common = std::max(bestOf(project, 3), bestOf(project, 4));
        QCOMPARE(warm.warm.commonGflops, common);
        QCOMPARE(warm.warm.coldTrials, firstTrial(project, 3, 0.95 * common));
        QCOMPARE(warm.warm.warmTrials, firstTrial(project, 4, 0.95 * common));
        QVERIFY(warm.warm.warmTrials < warm.warm.coldTrials);
        QVERIFY(warm.warm.tried > 0 && warm.warm.tried <= static_cast<int64_t>(warm.warm.starts.size()));
        QCOMPARE(warm.warm.ownAt, firstTrial(project, 4, warm.warm.triedGflops, warm.warm.starts));
        const nlohmann::json kept = project.run(4)->options.at("warm_start");
        QVERIFY(kept == warmStartToJson(warm.warm));
        QCOMPARE(kept.at("cold").at("trials_to").get<int64_t>(), warm.warm.coldTrials);
        // That one was warm: only run 3 is cold.
        const auto cold = coldRunsOf(project, sized(512, "bayes", 1), 1).value();
        QCOMPARE(cold.size(), size_t(1));
        QCOMPARE(cold[0].trialsTo(0.95 * common), warm.warm.coldTrials);
        QVERIFY(coldRunsOf(project, sized(512, "bayes", 1), 2)->empty());
        LoopTask other = sized(512, "bayes", 1);
        other.options.parameters["samples"] = 4;
        QVERIFY(coldRunsOf(project, other, 1)->empty());
        QVERIFY(coldRunsOf(project, sized(512, "bayes", 1), 1, project.run(3)->started)->empty());
    }

    void whoDoesNotLearnSavesNothing()
    {
        const std::string path = file("unused.knobscope");
        play(sized(256, "random", 40), path);
        const RunFinished done = play(sized(512, "ga", 20, "project"), path);
        QCOMPARE(done.warm.used, int64_t(0));
        QCOMPARE(done.warm.source, std::string("project"));
        QCOMPARE(done.warm.records, int64_t(40));
        // Its run counts as cold, then.
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QCOMPARE(coldRunsOf(project, sized(512, "ga", 1), 1)->size(), size_t(1));
        for (const TunerDescription& tuner : tuners()) {
            const auto made = makeTuner(tuner.name, sized(512, "ga", 1).task.space, 1);
            QVERIFY2(!made || (*made)->earlierUse().records == 0, tuner.name.c_str());
        }
    }

    void startsAreTheFirstProposals()
    {
        const std::string path = file("starts.knobscope");
        play(sized(256, "random", 60), path);
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const LoopTask t = sized(512, "bayes", 1);
        TunerContext context;
        context.space = &t.task.space;
        context.task = &t.task;
        context.history = transferFrom(project, t.task, 1)->history;
        for (const char* name : {"bayes", "model"}) {
            auto tuner = makeTuner(name, context);
            if (!tuner) {
                continue; // no XGBoost in this build
            }
            const EarlierUse use = (*tuner)->earlierUse();
            QCOMPARE(use.records, int64_t(60));
            QCOMPARE(use.tasks, int64_t(1));
            QVERIFY2(!use.starts.empty(), name);
            QCOMPARE((*tuner)->propose(static_cast<int>(use.starts.size())), use.starts);
        }
        context.parameters = {{"transfer", "autotvm"}};
        if (auto xgb = makeTuner("xgb", context)) { // 60 are fewer than its 500
            QCOMPARE((*xgb)->earlierUse().records, int64_t(0));
        }
    }
};

QTEST_GUILESS_MAIN(TestWarmStart)
#include "tst_warmstart.moc"

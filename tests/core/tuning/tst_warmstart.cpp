// SPDX-License-Identifier: GPL-3.0-or-later
// How many earlier records a run uses.
#include "core/tuning/storelistener.h"
#include "core/tuning/transfer.h"
#include "tests/core/tuning/fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

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

} // namespace

class TestWarmStart : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(QString::fromUtf8(name)).toStdString(); }

private slots:
    void recordsAreCounted()
    {
        const std::string path = file("saved.knobscope");
        play(sized(256, "random", 40), path);
        const RunFinished warm = play(sized(512, "bayes", 5, "project"), path);
        QCOMPARE(warm.warm.source, std::string("project"));
        QCOMPARE(warm.warm.records, int64_t(40));
        QCOMPARE(warm.warm.used, int64_t(40));
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QVERIFY(project.run(1)->options.value("warm_start", nlohmann::json()).is_null());
        QVERIFY(project.run(2)->options.at("warm_start") == warmStartToJson(warm.warm));
    }

    void aRunFromScratchUsesNothing()
    {
        const std::string path = file("scratch.knobscope");
        play(sized(256, "random", 40), path);
        LoopTask scratch = sized(512, "bayes", 5, "project");
        scratch.options.fromScratch = true;
        QVERIFY(runOptionsFromJson(runOptionsToJson(scratch.options)).fromScratch);
        const RunFinished cold = play(scratch, path);
        QVERIFY(cold.warm.isCold());
        QCOMPARE(cold.warm.used, int64_t(0));
        QCOMPARE(cold.warm.from(), "scratch");
        QCOMPARE(play(sized(512, "bayes", 5, "project"), path).warm.from(), "earlier");
    }

    void whoDoesNotLearnSavesNothing()
    {
        const std::string path = file("unused.knobscope");
        play(sized(256, "random", 40), path);
        const RunFinished done = play(sized(512, "ga", 20, "project"), path);
        QCOMPARE(done.warm.used, int64_t(0));
        QCOMPARE(done.warm.source, std::string("project"));
        QCOMPARE(done.warm.records, int64_t(40));
        for (const TunerDescription& tuner : tuners()) {
            const auto made = makeTuner(tuner.name, sized(512, "ga", 1).task.space, 1);
            QVERIFY2(!made || (*made)->earlierRecords() == 0, tuner.name.c_str());
        }
    }

    void tunersCountWhatTheyUse()
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
            QCOMPARE((*tuner)->earlierRecords(), int64_t(60));
        }
        context.parameters = {{"transfer", "autotvm"}};
        if (auto xgb = makeTuner("xgb", context)) { // 60 are fewer than its 500
            QCOMPARE((*xgb)->earlierRecords(), int64_t(0));
        }
    }
};

QTEST_GUILESS_MAIN(TestWarmStart)
#include "tst_warmstart.moc"

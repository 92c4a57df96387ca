// SPDX-License-Identifier: GPL-3.0-or-later
// What a run takes over from earlier ones: of the same space before its edits, of other shapes, of logs.
#include "core/tuner/cost_model/costmodel.h"
#include "core/tuning/loglistener.h"
#include "core/tuning/resume.h"
#include "core/tuning/storelistener.h"
#include "core/tuning/transfer.h"
#include "tests/core/tuning/fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>

using namespace knobscope;

namespace {

LoopTask sized(int64_t n, const char* tuner, int64_t trials, std::vector<std::string> edits = {})
{
    std::vector<SpaceEdit> parsed;
    for (const std::string& edit : edits) {
        parsed.push_back(parseEdit(edit).value());
    }
    LoopTask t = task(tuner, trials);
    t.task = makeTask("tutorial/matmul", {n, n, n, "float32"}, parseTarget("llvm").value(), parsed).value();
    t.label = "matmul " + std::to_string(n);
    return t;
}

struct Played {
    std::vector<int64_t> order;
    std::vector<std::string> said;
    int submitted = 0;
    bool says(const char* words) const
    {
        return std::any_of(said.begin(), said.end(), [&](const auto& line) { return line.find(words) != std::string::npos; });
    }
};

class Listener : public Recorder
{
public:
    void logLine(const Sentence& line) override { said.push_back(line.message); }
    std::vector<std::string> said;
};

Played play(LoopTask t, const std::string& path, bool isKept, LoopListener* more = nullptr, int stopAt = 0,
            const MeasureOptions& measuring = {})
{
    t.prepare = t.resumedRow > 0 ? nullptr : transferWhenStarted(path, measuring.threads);
    FakeMeasurer measurer(3);
    LoopControl control;
    Listener listener;
    listener.control = &control;
    listener.stopAt = stopAt;
    std::vector<LoopListener*> listeners{&listener};
    std::unique_ptr<ProjectWriter> writer;
    std::unique_ptr<StoreListener> store;
    if (isKept) {
        (void)Project::open(path, Project::Mode::Create);
        writer = ProjectWriter::open(path).value();
        store = std::make_unique<StoreListener>(*writer, measuring);
        listeners.push_back(store.get());
    }
    if (more) {
        listeners.push_back(more);
    }
    if (const auto done = tune({std::move(t)}, measurer, control, listeners); !done) {
        qWarning("%s", done.error().message.c_str());
    }
    return {listener.order, listener.said, measurer.submitted};
}

} // namespace

class TestTransfer : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(QString::fromUtf8(name)).toStdString(); }

private slots:
    void anEditedSpaceKeepsWhatWasMeasured()
    {
        const std::string path = file("edited.knobscope");
        QCOMPARE(play(sized(512, "grid", 1000), path, true).submitted, 100);
        LoopTask edited = sized(512, "grid", 1000, {"tile_y+=[-1,3]"});
        QCOMPARE(edited.task.space.validCount().low, int64_t(110));
        QCOMPARE(play(edited, path, false).submitted, 110); // nobody asked
        edited.options.transfer = "project";
        const Played again = play(edited, path, false);
        QCOMPARE(again.submitted, 11); // the ten new ones, and the fastest known
        QVERIFY(again.says("100 of this space's configs"));
        QVERIFY(again.says("is measured again first"));
        for (size_t i = 1; i < again.order.size(); ++i) {
            const auto entity = edited.task.space.at(again.order[i]).value();
            QCOMPARE(valueText(entity.values.front().second), std::string("[-1, 3]"));
        }
        // A space with less: nothing is left but the anchor.
        LoopTask less = sized(512, "random", 1000, {"tile_y-=[-1,32]"});
        less.options.transfer = "project";
        QCOMPARE(play(less, path, false).submitted, 1);
        // Timed with other threads, the old results say little of the new ones.
        MeasureOptions two;
        two.threads = 2;
        QCOMPARE(play(edited, path, false, nullptr, 0, two).submitted, 110);
    }

    void theSameSpaceIsLearntFromAndMeasuredAgain()
    {
        const std::string path = file("same.knobscope");
        play(sized(512, "grid", 1000), path, true);
        LoopTask same = sized(512, "grid", 1000);
        same.options.transfer = "project";
        QCOMPARE(play(same, path, false).submitted, 100);
        if (!xgboostVersion().empty()) {
            same.options.tuner = "model";
            same.options.trials = 8;
            QVERIFY(play(same, path, false).says("Warm start: 100 records of 1 task (matmul 512: 100)"));
        }
    }

    void otherShapesAndThreadsAreHistory()
    {
        const std::string path = file("shapes.knobscope");
        play(sized(256, "random", 30), path, true);
        MeasureOptions two;
        two.threads = 2;
        play(sized(512, "random", 20), path, true, nullptr, 0, two);
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const LoopTask t = sized(512, "model", 10);
        const Transfer found = transferFrom(project, t.task, 1).value();
        QVERIFY(found.known.empty());
        QCOMPARE(found.history.size(), size_t(2));
        QCOMPARE(found.history[0].trials.size(), size_t(30));
        QCOMPARE(found.history[1].label, std::string("matmul 512 with 2 threads"));
        const auto started = project.runs()->front().started;
        QVERIFY(transferFrom(project, t.task, 1, started).value().history.empty()); // before the first run there was none
    }

    void aResumedRunLearnsFromTheSame()
    {
        if (xgboostVersion().empty()) {
            QSKIP("This build has no XGBoost");
        }
        const std::string path = file("resumed.knobscope");
        play(sized(256, "random", 40), path, true);
        LoopTask t = sized(512, "model", 40);
        t.options.transfer = "project";
        const Played whole = play(t, path, false);
        QVERIFY(whole.says("Warm start: 40 records"));
        play(t, path, true, nullptr, 17);
        play(sized(1024, "random", 40), path, true); // later: not to be learnt from
        auto project = Project::open(path, Project::Mode::ReadWrite).value();
        auto run = resumableRun(project, 2);
        QVERIFY2(run.has_value(), run ? "" : run.error().message.c_str());
        QCOMPARE(run->task.history.size(), size_t(1));
        const Played rest = play(run->task, path, true);
        QCOMPARE(rest.submitted, 40 - 17);
    }

    void logsAreHistory()
    {
        const std::string path = file("t.log");
        {
            auto log = LogAppender::open(path).value();
            LogListener listener(log);
            play(sized(256, "random", 25), {}, false, &listener);
        }
        std::ofstream(path, std::ios::app) << "not a record\n";
        const LoopTask t = sized(512, "random", 10);
        const Transfer found = transferFromLog(path, t.task).value();
        QCOMPARE(found.history.size(), size_t(1));
        QCOMPARE(found.history[0].trials.size(), size_t(25));
        QVERIFY(found.sentences.at(0).message.find("1 cannot be used") != std::string::npos);
        QVERIFY(std::any_of(found.history[0].trials.begin(), found.history[0].trials.end(),
                            [](const EarlierTrial& trial) { return trial.flops == 0; })); // a failure is told, too
        QVERIFY(!transferFromLog(file("missing.log"), t.task));
    }

    void whatCannotBeReadIsSaidAndTheRunGoesOn()
    {
        LoopTask t = sized(512, "random", 10);
        t.options.transfer = file("missing.knobscope");
        Played out = play(t, {}, false);
        QCOMPARE(out.submitted, 10);
        QVERIFY(out.says("No warm start: "));
        t.options.transfer = "project";
        out = play(t, file("neither.knobscope"), false);
        QCOMPARE(out.submitted, 10);
        QVERIFY(out.says("No warm start: "));
    }
};

QTEST_GUILESS_MAIN(TestTransfer)
#include "tst_transfer.moc"

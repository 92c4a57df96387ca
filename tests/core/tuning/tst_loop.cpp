// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numbertext.h"
#include "core/tuning/loglistener.h"
#include "core/tuning/resume.h"
#include "core/tuning/storelistener.h"
#include "tests/core/tuning/fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>
#include <thread>

using namespace knobscope;

namespace {

Recorder play(const LoopTask& t, unsigned timing, int stopAt = 0, LoopListener* other = nullptr)
{
    FakeMeasurer measurer(timing);
    LoopControl control;
    Recorder recorder;
    recorder.control = &control;
    recorder.stopAt = stopAt;
    std::vector<LoopListener*> listeners{&recorder};
    if (other) {
        listeners.push_back(other);
    }
    const auto done = tune({t}, measurer, control, listeners);
    if (!done) {
        qWarning("%s", done.error().message.c_str());
    }
    return recorder;
}

} // namespace

class TestLoop : public QObject
{
    Q_OBJECT
private slots:
    void aSeedReplaysWhateverTheTiming_data()
    {
        QTest::addColumn<QString>("tuner");
        for (const auto& t : tuners()) {
            QTest::newRow(t.name.c_str()) << QString::fromStdString(t.name);
        }
    }
    void aSeedReplaysWhateverTheTiming()
    {
        QFETCH(QString, tuner);
        const auto first = play(task(qPrintable(tuner), 60), 1);
        QCOMPARE(first.order.size(), size_t(60));
        QCOMPARE(play(task(qPrintable(tuner), 60), 2).order, first.order);
        QCOMPARE(play(task(qPrintable(tuner), 60), 99).order, first.order);
    }

    void theBestIsFound()
    {
        const auto all = play(task("grid", 1000), 1);
        QCOMPARE(all.order.size(), size_t(100));
        QCOMPARE(all.last.bestIndex % 50, int64_t(49));
        QCOMPARE(all.last.errors, int64_t(14));
        QVERIFY(std::abs(all.last.bestGflops - 268435456.0 / (1e-3 / 50) / 1e9) < 1e-6);
    }

    void earlyStoppingCountsFromTheBest()
    {
        LoopTask t = task("grid", 1000);
        t.options.earlyStopping = 10;
        const auto run = play(t, 1);
        QVERIFY(run.order.size() < 100);
        QVERIFY(run.last.detail.message.find("no better") != std::string::npos);
    }

    void stoppingKeepsWhatIsFinished()
    {
        const auto run = play(task("random", 1000), 1, 17);
        QCOMPARE(run.order.size(), size_t(17));
        QCOMPARE(run.last.reason, std::string("stopped"));
        QCOMPARE(run.last.trials, int64_t(17));
    }

    void pausingHoldsUntilResumed()
    {
        LoopControl control;
        control.pause();
        FakeMeasurer measurer(1);
        Recorder recorder;
        recorder.control = &control;
        std::vector<LoopListener*> listeners{&recorder};
        std::thread worker([&] { (void)tune({task("random", 20)}, measurer, control, listeners); });
        const bool isHeld = QTest::qWaitFor([&] { return control.isHolding(); });
        const size_t before = recorder.order.size();
        control.resume();
        worker.join();
        QVERIFY(isHeld);
        QCOMPARE(before, size_t(0));
        QCOMPARE(recorder.order.size(), size_t(20));
    }

    void aResumedRunMeasuresNothingTwice_data() { aSeedReplaysWhateverTheTiming_data(); }
    void aResumedRunMeasuresNothingTwice()
    {
        QFETCH(QString, tuner);
        QTemporaryDir dir;
        const std::string path = dir.filePath("r.knobscope").toStdString();
        (void)Project::open(path, Project::Mode::Create);
        std::set<int64_t> first;
        {
            auto writer = ProjectWriter::open(path).value();
            StoreListener store(*writer, {});
            const Recorder stopped = play(task(qPrintable(tuner), 50), 1, 23, &store);
            first.insert(stopped.order.begin(), stopped.order.end());
        }
        auto project = Project::open(path, Project::Mode::ReadWrite).value();
        QCOMPARE(project.runs()->front().state, std::string("stopped"));
        const auto before = project.trials(1).value();
        auto run = resumableRun(project, 1);
        QVERIFY2(run.has_value(), run ? "" : run.error().message.c_str());
        QCOMPARE(run->task.recorded.size(), size_t(23));
        FakeMeasurer measurer(7);
        LoopControl control;
        Recorder recorder;
        {
            auto writer = ProjectWriter::open(path).value();
            StoreListener store(*writer, {});
            std::vector<LoopListener*> listeners{&recorder, &store};
            QVERIFY(tune({run->task}, measurer, control, listeners).has_value());
        }
        QCOMPARE(measurer.submitted, 50 - 23);
        QVERIFY(std::ranges::none_of(recorder.order, [&](int64_t index) { return first.contains(index); }));
        QCOMPARE(project.runs()->front().state, std::string("finished"));
        const auto after = project.trials(1).value();
        QCOMPARE(after.size(), size_t(50));
        for (size_t i = 0; i < before.size(); ++i) {
            QCOMPARE(after[i].index, before[i].index);
            QCOMPARE(after[i].timestamp, before[i].timestamp);
        }
    }

    void aSuspendedRunGoesOn()
    {
        FakeMeasurer measurer(1);
        LoopControl control;
        Recorder recorder;
        std::vector<LoopListener*> listeners{&recorder};
        const auto run = makeRun(task("random", 30), measurer, control, listeners);
        QCOMPARE(run->advance(10, 0, 0)->trials, int64_t(10));
        QCOMPARE(measurer.submitted, 10); // nothing is in flight meanwhile
        QCOMPARE(run->advance(5, 0, 0)->trials, int64_t(15));
        QVERIFY(run->bestSeconds(10) >= run->bestSeconds(15));
        const RunFinished end = run->finish().value();
        QCOMPARE(end.trials, int64_t(30)); // the limit of its own options
        QCOMPARE(std::set<int64_t>(recorder.order.begin(), recorder.order.end()).size(), size_t(30));
    }

    void logsHoldEveryTrial()
    {
        QTemporaryDir dir;
        const std::string path = dir.filePath("t.log").toStdString();
        auto log = LogAppender::open(path).value();
        LogListener listener(log);
        play(task("random", 25), 1, 0, &listener);
        const auto read = readLog(path);
        QCOMPARE(read->records.size(), size_t(25));
        QVERIFY(read->problems.empty());
        QCOMPARE(listener.problem().message, std::string());
    }

    void gpuTasksAreRefused()
    {
        LoopTask t = task("random", 5);
        t.task.isGpu = true;
        FakeMeasurer measurer(1);
        LoopControl control;
        QVERIFY(!tune({t}, measurer, control, {}));
    }

    void durationsHaveTwoUnits() { QCOMPARE(durationText(3725).message, std::string("1 h 2 min")); }
};

QTEST_GUILESS_MAIN(TestLoop)
#include "tst_loop.moc"

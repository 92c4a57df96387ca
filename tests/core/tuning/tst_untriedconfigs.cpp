// SPDX-License-Identifier: GPL-3.0-or-later
// When what measuring needs is gone, the run ends in words, no config is blamed, and those that were not tried are tried when it
// goes on.
#include "core/tuning/configlist.h"
#include "core/tuning/confirm.h"
#include "core/tuning/resume.h"
#include "core/tuning/storelistener.h"
#include "tests/core/tuning/fakemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

/// compare() finds no worker.
class NoSecondLook : public FakeMeasurer
{
public:
    NoSecondLook()
        : FakeMeasurer(1)
    {
    }
    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) override
    {
        return std::vector<MeasureResult>(inputs.size(), untried());
    }
};

/// What a run says.
class Words : public LoopListener
{
public:
    void logLine(const Sentence& line) override { said += line.message + "\n"; }
    void trialCorrected(const TrialCorrected&) override { ++corrected; }
    std::string said;
    int corrected = 0;
};

} // namespace

class TestUntriedConfigs : public QObject
{
    Q_OBJECT
private slots:
    void untriedConfigsAreNoTrialsAndAreTriedOnResume_data()
    {
        QTest::addColumn<int>("untriedAfter");
        QTest::addColumn<int>("refusesFrom");
        QTest::newRow("no worker") << 23 << -1;
        QTest::newRow("no GPU") << -1 << 23;
        QTest::newRow("from the start") << 0 << -1;
    }
    void untriedConfigsAreNoTrialsAndAreTriedOnResume()
    {
        QFETCH(int, untriedAfter);
        QFETCH(int, refusesFrom);
        QTemporaryDir dir;
        const std::string path = dir.filePath("r.knobscope").toStdString();
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        LoopControl control;
        Recorder whole;
        {
            FakeMeasurer measurer(3);
            const std::vector<LoopListener*> listeners{&whole};
            QVERIFY(tune({task("ga", 50)}, measurer, control, listeners).has_value());
        }
        Recorder first;
        {
            auto writer = ProjectWriter::open(path).value();
            StoreListener store(*writer, {});
            FakeMeasurer measurer(1);
            measurer.untriedAfter = untriedAfter;
            measurer.refusesFrom = refusesFrom;
            const std::vector<LoopListener*> listeners{&first, &store};
            const auto done = tune({task("ga", 50), task("random", 50)}, measurer, control, listeners);
            QVERIFY(done.has_value());
            QCOMPARE(done->size(), size_t(1)); // the next task is not begun
            QCOMPARE(done->front().reason, std::string("failed"));
            QVERIFY2(done->front().detail.message.find(" is gone") != std::string::npos, done->front().detail.message.c_str());
        }
        const int tried = std::max(untriedAfter, refusesFrom);
        QCOMPARE(first.order, std::vector<int64_t>(whole.order.begin(), whole.order.begin() + tried));
        auto project = Project::open(path, Project::Mode::ReadWrite).value();
        QCOMPARE(project.runs()->front().state, std::string("stopped"));
        QCOMPARE(project.runs()->front().trials, int64_t(tried));
        auto run = resumableRun(project, 1);
        QVERIFY2(run.has_value(), run ? "" : run.error().message.c_str());
        Recorder second;
        FakeMeasurer measurer(7);
        const std::vector<LoopListener*> listeners{&second};
        QVERIFY(tune({run->task}, measurer, control, listeners).has_value());
        QVERIFY(std::ranges::none_of(second.order, [&](int64_t index) { return std::ranges::count(first.order, index) > 0; }));
        QCOMPARE(measurer.submitted, 50 - tried);
    }

    void theBestKeepsItsNameWhenItCannotBeCheckedAgain()
    {
        LoopTask t = task("random", 30);
        t.options.confirmTop = 3;
        NoSecondLook measurer;
        LoopControl control;
        Words words;
        const std::vector<LoopListener*> listeners{&words};
        const auto done = tune({t}, measurer, control, listeners);
        QVERIFY(done.has_value());
        QCOMPARE(done->front().reason, std::string("finished"));
        QCOMPARE(words.corrected, 0);
        QVERIFY(done->front().bestIndex >= 0);
        QVERIFY2(words.said.find("could not be confirmed: Building: The worker is gone") != std::string::npos,
                 words.said.c_str());
    }

    void aListOfConfigsEndsToo_data()
    {
        QTest::addColumn<int>("untriedAfter");
        QTest::addColumn<int>("refusesFrom");
        QTest::newRow("no worker") << 2 << -1;
        QTest::newRow("no GPU") << -1 << 2;
    }
    void aListOfConfigsEndsToo()
    {
        QFETCH(int, untriedAfter);
        QFETCH(int, refusesFrom);
        const LoopTask t = task("random", 1);
        FakeMeasurer measurer(1);
        measurer.untriedAfter = untriedAfter;
        measurer.refusesFrom = refusesFrom;
        LoopControl control;
        Recorder recorder;
        const std::vector<LoopListener*> listeners{&recorder};
        const auto done = measureConfigs({t.task, "matmul", "neighbours", {1, 2, 3, 4, 5, 6}}, measurer, control, listeners);
        QVERIFY(done.has_value());
        QCOMPARE(done->reason, std::string("failed"));
        QVERIFY2(done->detail.message.find(" is gone") != std::string::npos, done->detail.message.c_str());
        QVERIFY(recorder.order.size() <= 2);
    }
};

QTEST_GUILESS_MAIN(TestUntriedConfigs)
#include "tst_untriedconfigs.moc"

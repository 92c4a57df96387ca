// SPDX-License-Identifier: GPL-3.0-or-later
// Recording what searches ask for, with a measurer that answers from a table.
#include "core/study/projectspaces.h"
#include "core/study/searchrecorder.h"
#include "tests/core/study/tablemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

SearchRecordOptions searches(const char* tuners, int seeds, int64_t budget)
{
    SearchRecordOptions options;
    options.tuners = parseTunerChoices(tuners).value();
    options.lab.seeds = seeds;
    options.lab.jobs = 4;
    options.lab.replaying.budget = budget;
    options.around = 0;
    return options;
}

std::set<int64_t> indexesOf(const RecordedSpace& space)
{
    std::set<int64_t> indexes;
    for (const RecordedPoint& point : space.points) {
        indexes.insert(point.index);
    }
    return indexes;
}

} // namespace

class TestSearchRecorder : public QObject
{
    Q_OBJECT
    QTemporaryDir m_dir;
    RecordedSpace m_space = readSpaces(KNOBSCOPE_FIXTURES "/recorded/resnet-18-13.knobscope").value().front();

    std::string path(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }
    static void silent(const RecordProgress&) {}

private slots:
    void onlyWhatIsAskedForIsMeasured()
    {
        TableMeasurer measurer;
        const auto options = searches("grid", 2, 30);
        const auto outcome = recordSearches(m_space.task, path("grid"), measurer, options, silent);
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(outcome->measured, int64_t(30)); // both seeds walk the same way
        QCOMPARE(outcome->failed, int64_t(3));
        QVERIFY(outcome->isComplete && outcome->isRetimed);
        const auto space = readSpaces(path("grid")).value().front();
        QCOMPARE(space.points.size(), size_t(30));
        QVERIFY(space.isSparse());
        QCOMPARE(space.points[10].error, MeasureError::WrongAnswer);
        QCOMPARE(space.points[29].seconds, TableMeasurer::secondsOf(29));
        QVERIFY(space.points[3].seconds < TableMeasurer::secondsOf(1)); // by comparing
        auto project = Project::open(path("grid"), Project::Mode::ReadOnly).value();
        QCOMPARE(project.run(1)->tuner, std::string(kSearchedTunerName));
        QCOMPARE(project.run(1)->errors, int64_t(3));
    }

    void replaysFindEverythingThatWasRecordedForThem()
    {
        TableMeasurer measurer;
        const auto options = searches("random,ga:pop_size=10,default,droplet", 2, 25);
        const auto outcome = recordSearches(m_space.task, path("many"), measurer, options, silent).value();
        QVERIFY(outcome.isComplete);
        const std::vector<RecordedSpace> spaces{readSpaces(path("many")).value().front()};
        QVERIFY(spaces[0].isSparse());
        QCOMPARE(indexesOf(spaces[0]), measurer.asked);
        const auto lab = runLab(spaces, options.tuners, options.lab);
        QVERIFY2(lab, lab ? "" : lab.error().message.c_str());
        QCOMPARE(lab->spaces[0].tuners[0].unknown, int64_t(0));
        // Another seed asks for what nobody measured.
        LabOptions other = options.lab;
        other.firstSeed = 77;
        QVERIFY(!runLab(spaces, options.tuners, other));
        // Once more: nothing is left to do.
        const int before = measurer.submitted;
        const auto again = recordSearches(m_space.task, path("many"), measurer, options, silent).value();
        QVERIFY(again.isComplete && !again.isRetimed);
        QCOMPARE(measurer.submitted, before);
    }

    void aLostWorkerIsNoTrialAndTheRecordingGoesOn()
    {
        const auto options = searches("random,ga:pop_size=10,default", 3, 30);
        TableMeasurer first;
        first.untriedAfter = 20;
        const auto lost = recordSearches(m_space.task, path("parts"), first, options, silent);
        QVERIFY(!lost && lost.error().message.find("The worker is gone") != std::string::npos);
        const std::set<int64_t> there = indexesOf(readSpaces(path("parts")).value().front());
        QCOMPARE(there.size(), size_t(20));
        TableMeasurer second;
        const auto rest = recordSearches(m_space.task, path("parts"), second, options, silent).value();
        QVERIFY(rest.isComplete);
        QCOMPARE(rest.kept, int64_t(20));
        for (const int64_t index : second.asked) {
            QVERIFY(!there.contains(index));
        }
        QCOMPARE(std::ssize(readSpaces(path("parts")).value().front().points), rest.kept + rest.measured);
    }

    void theSurroundingsOfTheBestAreMeasured()
    {
        TableMeasurer measurer;
        auto options = searches("grid", 1, 15);
        options.around = 1;
        QVERIFY(recordSearches(m_space.task, path("around"), measurer, options, silent)->isComplete);
        const auto space = readSpaces(path("around")).value().front();
        const std::set<int64_t> there = indexesOf(space);
        QVERIFY(there.size() > 15 && there.size() < 160);
        for (const int64_t index : space.task.space.neighbours(3)) {
            QVERIFY(there.contains(index));
        }
    }

    void spacesBeyondAWholeRecordingAreTaken()
    {
        TableMeasurer measurer;
        const auto edits = std::vector{parseEdit("tile_k.policy=verbose").value()};
        const Task huge = makeTask(m_space.task.name, m_space.task.args, m_space.task.target, edits).value();
        const auto outcome = recordSearches(huge, path("huge"), measurer, searches("random", 1, 10), silent);
        QVERIFY2(outcome && outcome->isComplete, outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(readSpaces(path("huge"))->front().points.size(), size_t(10));
    }

    void whatCannotRunIsRefused()
    {
        TableMeasurer measurer;
        const auto wrong = recordSearches(m_space.task, path("wrong"), measurer, searches("ga:pop=3", 1, 10), silent);
        QVERIFY(!wrong);
        QVERIFY(wrong.error().message.find("pop") != std::string::npos);
        QVERIFY(!recordSearches(m_space.task, "/no/such/folder/file", measurer, searches("random", 1, 10), silent));
    }
};

QTEST_APPLESS_MAIN(TestSearchRecorder)
#include "tst_searchrecorder.moc"

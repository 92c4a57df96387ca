// SPDX-License-Identifier: GPL-3.0-or-later
// Recording what searches ask for, with a measurer that answers from a table.
#include "core/study/searchrecorder.h"
#include "tests/core/study/tablemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace knobscope;

namespace {

std::string textOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

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
    RecordedSpace m_space = readRecordedSpace(KNOBSCOPE_FIXTURES "/recorded/resnet-18-13.space").value();

    std::string path(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }
    static void silent(const RecordProgress&) {}

private slots:
    void onlyWhatIsAskedForIsMeasured()
    {
        TableMeasurer measurer;
        const auto options = searches("grid", 2, 30);
        const auto outcome = recordSearches(m_space, path("grid"), measurer, options, silent);
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(outcome->measured, int64_t(30)); // both seeds walk the same way
        QCOMPARE(outcome->failed, int64_t(3));
        QVERIFY(outcome->isComplete && outcome->isRetimed);
        const auto space = readRecordedSpace(path("grid")).value();
        QCOMPARE(space.points.size(), size_t(30));
        QVERIFY(space.isSparse());
        // Every value is what was measured; the best few are on the comparison's scale.
        QVERIFY(std::abs(space.bestFlops() - *space.flopsAt(12)) < 1);
        QVERIFY(std::abs(space.points[29].seconds / TableMeasurer::secondsOf(29) - 1) < 1e-3);
    }

    void replaysFindEverythingThatWasRecordedForThem()
    {
        TableMeasurer measurer;
        const auto options = searches("random,ga:pop_size=10,default,droplet", 2, 25);
        const auto outcome = recordSearches(m_space, path("many"), measurer, options, silent).value();
        QVERIFY(outcome.isComplete);
        const std::vector<RecordedSpace> spaces{readRecordedSpace(path("many")).value()};
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
        const auto again = recordSearches(m_space, path("many"), measurer, options, silent).value();
        QVERIFY(again.isComplete && !again.isRetimed);
        QCOMPARE(measurer.submitted, before);
    }

    void whatWasCutOffGoesOn()
    {
        const auto options = searches("random,ga:pop_size=10,default", 3, 30);
        TableMeasurer first;
        std::atomic<bool> stop{false};
        SearchRecordOptions cut = options;
        cut.recording.stop = &stop;
        const auto part =
            recordSearches(m_space, path("parts"), first, cut, [&](const RecordProgress& p) { stop = p.done >= 20; }).value();
        QVERIFY(!part.isComplete);
        QVERIFY(part.measured >= 20 && part.measured < 40);
        const std::set<int64_t> there = indexesOf(readRecordedSpace(path("parts")).value());
        QCOMPARE(there, first.asked);
        TableMeasurer second;
        const auto rest = recordSearches(m_space, path("parts"), second, options, silent).value();
        QVERIFY(rest.isComplete);
        QCOMPARE(rest.kept, part.measured);
        for (const int64_t index : second.asked) {
            QVERIFY(!there.contains(index));
        }
        QCOMPARE(textOf(path("parts")), recordedText(readRecordedSpace(path("parts")).value()));
    }

    void aLostWorkerIsNoPointOfTheSpace()
    {
        TableMeasurer measurer;
        measurer.untriedAfter = 10;
        const auto lost = recordSearches(m_space, path("lost"), measurer, searches("random", 2, 20), silent);
        QVERIFY(!lost && lost.error().message.find("The worker is gone") != std::string::npos);
        QCOMPARE(readRecordedSpace(path("lost"))->points.size(), size_t(10));
    }

    void theSurroundingsOfTheBestAreMeasured()
    {
        TableMeasurer measurer;
        auto options = searches("grid", 1, 15);
        options.around = 1;
        QVERIFY(recordSearches(m_space, path("around"), measurer, options, silent)->isComplete);
        const auto space = readRecordedSpace(path("around")).value();
        const std::set<int64_t> there = indexesOf(space);
        QVERIFY(there.size() > 15 && there.size() < 160);
        for (const int64_t index : space.task.space.neighbours(12)) {
            QVERIFY(there.contains(index));
        }
    }

    void spacesBeyondAWholeRecordingAreTaken()
    {
        TableMeasurer measurer;
        RecordedSpace huge = m_space;
        const auto edits = std::vector{parseEdit("tile_k.policy=verbose").value()};
        huge.task = makeTask(m_space.task.name, m_space.task.args, m_space.task.target, edits).value();
        const auto outcome = recordSearches(huge, path("huge"), measurer, searches("random", 1, 10), silent);
        QVERIFY2(outcome && outcome->isComplete, outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(readRecordedSpace(path("huge"))->points.size(), size_t(10));
    }

    void whatCannotRunIsRefused()
    {
        TableMeasurer measurer;
        const auto wrong = recordSearches(m_space, path("wrong"), measurer, searches("ga:pop=3", 1, 10), silent);
        QVERIFY(!wrong);
        QVERIFY(wrong.error().message.find("pop") != std::string::npos);
        QVERIFY(!recordSearches(m_space, "/no/such/folder/file", measurer, searches("random", 1, 10), silent));
    }
};

QTEST_APPLESS_MAIN(TestSearchRecorder)
#include "tst_searchrecorder.moc"

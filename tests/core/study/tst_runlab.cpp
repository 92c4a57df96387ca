// SPDX-License-Identifier: GPL-3.0-or-later
// A lab that is watched and stopped, spaces that come from projects, and comparisons that they keep.
#include "core/store/meta.h"
#include "core/store/projectwriter.h"
#include "core/study/projectspaces.h"
#include "core/study/storedlabs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <new>

using namespace knobscope;

namespace {

const std::string smallSpace = KNOBSCOPE_FIXTURES "/recorded/resnet-18-13.knobscope";

RecordedSpace small()
{
    return readSpaces(smallSpace).value().front();
}

std::vector<TunerChoice> choices(const char* text)
{
    return parseTunerChoices(text).value();
}

LabOptions options(int seeds, int64_t budget)
{
    LabOptions options;
    options.seeds = seeds;
    options.jobs = 1;
    options.replaying.budget = budget;
    return options;
}

/// A run with the points `from` to `to` of the recorded space, as the tuner grid leaves it.
void addRun(ProjectWriter& writer, const RecordedSpace& space, int64_t from, int64_t to, int threads, double factor = 1)
{
    TaskRow task;
    task.task = taskToJson(space.task);
    task.key = task.task.dump();
    task.label = space.label;
    task.spaceLength = space.task.space.rangeLength();
    RunRow run;
    run.task = writer.addTask(task).value();
    run.tuner = "grid";
    run.state = "finished";
    run.started = 1'795'200'000;
    run.options = {{"measure", {{"threads", threads}}}};
    const int64_t id = writer.addRun(run).value();
    for (int64_t index = from; index < to; ++index) {
        TrialRow trial;
        trial.number = index - from + 1;
        trial.index = index;
        trial.entity = entityToJson(space.task.space.at(index).value());
        trial.gflops = index == 5 ? 0 : factor * *space.flopsAt(index) / 1e9;
        trial.errorNo = index == 5 ? 4 : 0;
        trial.timestamp = run.started + static_cast<double>(index);
        writer.addTrial(id, trial);
    }
    writer.flush();
}

} // namespace

class TestRunLab : public QObject
{
    Q_OBJECT
private slots:
    /// In a thread of its own an exception would end the program.
    void memoryThatRunsOutIsAFailure()
    {
        RecordedSpace space = small();
        space.points.resize(3);
        std::atomic<int> asked{0};
        LabOptions half = options(4, 30);
        half.jobs = 2;
        half.replaying.measure = [&](int64_t) -> std::optional<double> { return ++asked > 20 ? throw std::bad_alloc() : 1e9; };
        const auto lab = runLab({&space, 1}, choices("random"), half);
        QVERIFY(!lab && lab.error().code == ErrorCode::Io);
        QVERIFY2(lab.error().message.starts_with("The operation failed: memory ran out"), lab.error().message.c_str());
    }

    void progressIsToldAndWhatIsDoneIsKept()
    {
        const std::vector<RecordedSpace> spaces{small(), small()};
        std::atomic<bool> stop{false};
        std::vector<LabProgress> told;
        LabWatch watch;
        watch.progress = [&](const LabProgress& progress) {
            told.push_back(progress);
            stop = progress.done == 10; // two seeds on both spaces, and half of a third
        };
        const auto lab = runLab(spaces, choices("random,grid"), options(5, 30), &stop, watch);
        QVERIFY2(lab, lab ? "" : lab.error().message.c_str());
        QCOMPARE(told.size(), size_t(10));
        QCOMPARE(told.front().total, int64_t(20));
        QVERIFY(told.back().secondsLeft >= 0);
        QVERIFY(!lab->isWhole);
        QCOMPARE(lab->seeds, 5);
        QCOMPARE(lab->spaces.size(), size_t(2));
        QCOMPARE(lab->spaces[0].seeds, 3);
        QCOMPARE(lab->spaces[1].seeds, 2);
        QCOMPARE(lab->replays, int64_t(5));
        // Those seeds are what the whole lab has of them.
        const auto whole = runLab(spaces, choices("random,grid"), options(5, 30)).value();
        QVERIFY(whole.isWhole);
        const auto& some = lab->spaces[1].tuners[0].bySeed[1];
        const auto& all = whole.spaces[1].tuners[0].bySeed[1];
        QVERIFY(std::equal(some.begin(), some.end(), all.begin()));
    }

    void aStopBeforeAnythingIsDoneIsAnError()
    {
        const std::vector<RecordedSpace> spaces{small()};
        std::atomic<bool> stop{false};
        LabWatch watch;
        watch.progress = [&](const LabProgress&) { stop = true; };
        const auto lab = runLab(spaces, choices("random,grid"), options(5, 30), &stop, watch);
        QVERIFY(!lab);
        QVERIFY(lab.error().message.find("was stopped") != std::string::npos);
        std::atomic<bool> stopped{true};
        ReplayOptions one;
        one.stop = &stopped;
        QVERIFY(!replay(spaces[0], choices("random")[0], 1, one));
    }

    void aProjectsWholeSpacesCanBeReplayedOn()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("p.knobscope")).toStdString();
        const RecordedSpace space = small();
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        QVERIFY(!readSpaces(path));
        QVERIFY(readSpaces(path).error().message.find("lab record") != std::string::npos);
        auto writer = ProjectWriter::open(path).value();
        addRun(*writer, space, 0, 100, 1);
        QVERIFY(readSpaces(path)->front().isSparse()); // better than none
        addRun(*writer, space, 0, 160, 2);
        auto read = readSpaces(path);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->size(), size_t(1)); // with one thread 100 of 160 are not enough
        QCOMPARE(read->front().threads, 2);
        addRun(*writer, space, 90, 160, 1, 2); // the ten that both have count as measured later
        read = readSpaces(path);
        QCOMPARE(read->size(), size_t(2));
        const RecordedSpace& joined = read->front();
        QCOMPARE(joined.label, std::string("resnet-18:13"));
        QCOMPARE(joined.threads, 1);
        QCOMPARE(joined.completeness(), 1.0);
        QCOMPARE(joined.failures(), int64_t(1));
        QVERIFY(std::abs(*joined.flopsAt(42) / *space.flopsAt(42) - 1) < 1e-6);
        QVERIFY(std::abs(*joined.flopsAt(95) / *space.flopsAt(95) - 2) < 1e-6);
        QCOMPARE(*joined.flopsAt(5), 0.0);
        QVERIFY(replay(joined, choices("random")[0], 1).has_value());
    }

    void otherFilesAreRefused()
    {
        QCOMPARE(readSpaces(smallSpace)->size(), size_t(1));
        QVERIFY(!readSpaces("/no/such/file"));
        QVERIFY(!readSpaces(KNOBSCOPE_FIXTURES "/space-cases.json"));
        QTemporaryDir folder;
        QFile former(folder.filePath(QStringLiteral("old.space")));
        QVERIFY(former.open(QIODevice::WriteOnly));
        former.write("knobscope recorded space 1\n{}\n0 1234.5\n");
        former.close();
        const auto old = readSpaces(former.fileName().toStdString());
        QVERIFY2(!old && old.error().message.find("record it again with `knobscope-cli lab record`") != std::string::npos,
                 old ? "" : old.error().message.c_str());
    }

    /// Nor when a project gives it back.
    void oneSeedHasNoInterval()
    {
        const std::vector<RecordedSpace> spaces{small(), small()};
        const LabResult one = runLab(spaces, choices("random,grid"), options(1, 160)).value();
        QVERIFY(!one.spaces[0].tuners[0].trialsTo[0].low);
        const nlohmann::json json = labToJson(one);
        QVERIFY(json["spaces"][0]["tuners"][0]["trials_to"]["90"]["low"].is_null());
        QVERIFY(json["overall"][0]["trials_to"]["90"]["high"].is_null());
        QTemporaryDir dir;
        auto project = Project::open(dir.filePath(QStringLiteral("a.knobscope")).toStdString(), Project::Mode::Create).value();
        QVERIFY(storeLab(project, {1.7e9, "a machine", 100, one}).has_value());
        QVERIFY(!storedLabs(project).value()[0].result.spaces[0].tuners[0].trialsTo[0].low);
        const LabResult two = runLab(spaces, choices("random,grid"), options(2, 100)).value();
        QVERIFY(two.overall[0].trialsTo[0].low);
    }

    void aProjectKeepsComparisons()
    {
        QTemporaryDir dir;
        auto project = Project::open(dir.filePath(QStringLiteral("a.knobscope")).toStdString(), Project::Mode::Create).value();
        QVERIFY(storedLabs(project).value().empty());
        const std::vector<RecordedSpace> spaces{small(), small()};
        const LabResult result = runLab(spaces, choices("random,grid"), options(3, 30)).value();
        QVERIFY(storeLab(project, {1.7e9, "a machine", 30, result}).has_value());
        QVERIFY(storeLab(project, {1.6e9, "another", 30, result}).has_value());
        const auto kept = storedLabs(project).value();
        QCOMPARE(kept.size(), size_t(2));
        QCOMPARE(kept[0].at, 1.6e9); // in the order of time
        QCOMPARE(kept[1].machine, std::string("a machine"));
        QCOMPARE(kept[1].trials, int64_t(30));
        // All that tables, plots and JSON show of it.
        QVERIFY(labToJson(kept[1].result) == labToJson(result));
        QCOMPARE(kept[1].result.replays, result.replays);
        QVERIFY(removeLab(project, 1.6e9).has_value());
        QCOMPARE(storedLabs(project).value().size(), size_t(1));
        // What strangers write there is left out: tables go by the tuners of the first space.
        nlohmann::json fewer = storedLabToJson(kept[1]);
        fewer["at"] = 1.5e9;
        fewer["spaces"][1]["tuners"].erase(0);
        nlohmann::json noNumbers = storedLabToJson(kept[1]);
        noNumbers["at"] = 1.4e9;
        noNumbers["spaces"][0]["tuners"][0]["band"][0] = {1, "2", 3};
        QVERIFY(
            setMetaValues(project, {{"lab:1500000000000", fewer}, {"lab:1400000000000", noNumbers}, {"lab:", 7}}).has_value());
        QCOMPARE(storedLabs(project).value().size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestRunLab)
#include "tst_runlab.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A project that is deleted or replaced while it is written to: all that it held is rescued, and the newcomer is left alone.
#include "core/store/notes.h"
#include "core/tuning/loglistener.h"
#include "core/tuning/resume.h"
#include "core/tuning/storelistener.h"
#include "fakemeasurer.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>

using namespace knobscope;

namespace {

/// Does something at a trial, when it and those before are written.
class AtTrial : public LoopListener
{
public:
    AtTrial(int64_t trial, std::function<void()> act, ProjectWriter* writer = nullptr)
        : m_trial(trial)
        , m_act(std::move(act))
        , m_writer(writer)
    {
    }
    void trialFinished(const TrialFinished& event) override
    {
        last = event.number;
        if (m_writer) {
            m_writer->flush();
        }
        if (event.number == m_trial) {
            m_act();
        }
    }
    int64_t last = 0;

private:
    int64_t m_trial;
    std::function<void()> m_act;
    ProjectWriter* m_writer;
};

std::string bytesOf(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

LoopTask job(int64_t trials)
{
    LoopTask job = task("random", trials);
    job.options.confirmTop = 0;
    return job;
}

/// A project with a run of so many trials, and nothing beside it.
void makeProject(const std::string& path, int64_t trials)
{
    QVERIFY(Project::open(path, Project::Mode::Create).has_value());
    auto writer = ProjectWriter::open(path).value();
    StoreListener store(*writer, {});
    const std::array<LoopListener*, 1> listeners{&store};
    FakeMeasurer measurer(1);
    LoopControl control;
    QVERIFY(tune({job(trials)}, measurer, control, listeners).has_value());
}

int64_t trialsOf(const std::string& path, int64_t run)
{
    auto project = Project::open(path, Project::Mode::ReadOnly);
    const auto row = project ? project->run(run) : fail(project);
    return row ? row->trials : -1;
}

bool isSound(const std::string& path)
{
    SQLite::Database database(path);
    return database.execAndGet("PRAGMA integrity_check").getString() == "ok";
}

} // namespace

class TestLostGround : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const std::string& name) const { return m_dir.filePath(QString::fromStdString(name)).toStdString(); }

    /// Tunes into the project, into which something happens at the tenth trial; what the listener said and how the run ended.
    std::pair<RunFinished, std::string> tuneInto(const std::string& path, const std::function<void()>& act,
                                                 int64_t* last = nullptr)
    {
        auto writer = ProjectWriter::open(path).value();
        StoreListener store(*writer, {});
        AtTrial at(10, act, writer.get());
        const std::array<LoopListener*, 2> listeners{&store, &at};
        FakeMeasurer measurer(1);
        LoopControl control;
        const auto finished = tune({job(100), job(50)}, measurer, control, listeners);
        if (last) {
            *last = at.last;
        }
        return {finished && finished->size() == 1 ? finished->front() : RunFinished{}, store.problem().message};
    }

private slots:
    void aDeletedProjectIsRescued()
    {
        const std::string path = file("deleted.knobscope");
        makeProject(path, 7);
        {
            auto project = Project::open(path, Project::Mode::ReadWrite).value();
            QVERIFY(addNote(project, {.run = 1}, "keep me").has_value());
        }
        std::filesystem::permissions(path, std::filesystem::perms(0600));
        int64_t last = 0;
        const auto [ended, problem] = tuneInto(path, [&] { std::filesystem::remove(path); }, &last);
        QCOMPARE(ended.reason, std::string("stopped")); // and the second task was not begun
        const std::string rescued = file("deleted.rescued-1.knobscope");
        QVERIFY2(problem.find(path + " was deleted") == 0 && problem.ends_with("new project " + rescued), problem.c_str());
        // Nothing is beside the old name that a new file of that name would be taken to belong to.
        for (const char* ending : {"", "-wal", "-shm", "-journal", "-lock"}) {
            QVERIFY2(!std::filesystem::exists(path + ending), ending);
        }
        QVERIFY(!std::filesystem::exists(rescued + "-lock"));
        QCOMPARE(int(std::filesystem::status(rescued).permissions()), 0600);
        QVERIFY(isSound(rescued));
        QCOMPARE(trialsOf(rescued, 1), int64_t(7));
        QVERIFY(last >= 10);
        QCOMPARE(trialsOf(rescued, 2), last); // those after the loss as well
        auto project = Project::open(rescued, Project::Mode::ReadOnly).value();
        QCOMPARE(projectNotes(project)->front().text, std::string("keep me"));
        QCOMPARE(project.run(2)->state, std::string("stopped"));
        auto resumed = resumableRun(project, 2);
        QVERIFY(resumed.has_value());
        QCOMPARE(int64_t(resumed->task.recorded.size()), last);
    }

    void aNewcomerIsLeftAlone()
    {
        const std::string path = file("replaced.knobscope");
        const std::string other = file("other.knobscope");
        makeProject(path, 7);
        makeProject(other, 20);
        std::ofstream(file("replaced.rescued-1.knobscope")) << "somebody's";
        const std::string before = bytesOf(other);
        const auto [ended, problem] = tuneInto(path, [&] { std::filesystem::rename(other, path); });
        QCOMPARE(ended.reason, std::string("stopped"));
        const std::string rescued = file("replaced.rescued-2.knobscope");
        QVERIFY2(problem.find("was replaced by another file") != std::string::npos && problem.ends_with(rescued),
                 problem.c_str());
        QVERIFY(bytesOf(path) == before);
        QVERIFY(bytesOf(file("replaced.rescued-1.knobscope")) == "somebody's");
        QCOMPARE(trialsOf(path, 1), int64_t(20));
        QVERIFY(isSound(path));
        QVERIFY(isSound(rescued));
        QVERIFY(trialsOf(rescued, 2) >= 10);
    }

    void withoutItsFolderItIsRescuedAmongTemporaryFiles()
    {
        std::filesystem::create_directory(file("folder"));
        std::filesystem::create_directory(file("temporary"));
        qputenv("TMPDIR", QByteArray::fromStdString(file("temporary")));
        const std::string path = file("folder/gone.knobscope");
        makeProject(path, 1);
        const auto [ended, problem] = tuneInto(path, [&] { std::filesystem::remove_all(file("folder")); });
        qunsetenv("TMPDIR");
        const std::string named = file("temporary") + "/gone.rescued-";
        const size_t at = problem.find(named);
        QVERIFY2(at != std::string::npos, problem.c_str());
        QVERIFY(trialsOf(problem.substr(at), 2) >= 10);
        QCOMPARE(int(std::filesystem::status(problem.substr(at)).permissions()), 0600);
    }

    /// While nothing is written: the loss is noticed all the same.
    void aRunThatWaitsNotices()
    {
        const std::string path = file("idle.knobscope");
        makeProject(path, 1);
        auto writer = ProjectWriter::open(path).value();
        StoreListener store(*writer, {});
        const LoopTask loop = job(5);
        RunStarted started;
        started.task = &loop.task;
        QVERIFY(store.prepare(started).has_value());
        QVERIFY(store.checkCanContinue().has_value());
        std::filesystem::remove(path);
        QTRY_VERIFY_WITH_TIMEOUT(!store.checkCanContinue(), 20000);
        QCOMPARE(writer->rescuedPath(), file("idle.rescued-1.knobscope"));
    }

    /// A project that is made where one was deleted shares nothing with the program that still has that one open.
    void aNewProjectUnderTheOldNameIsWhole()
    {
        const std::string path = file("again.knobscope");
        makeProject(path, 3);
        const auto [ended, problem] = tuneInto(path, [&] {
            std::filesystem::remove(path);
            makeProject(path, 30);
        });
        QCOMPARE(ended.reason, std::string("stopped"));
        QVERIFY(isSound(path));
        QCOMPARE(trialsOf(path, 1), int64_t(30));
        const std::string rescued = file("again.rescued-1.knobscope");
        QVERIFY2(problem.ends_with(rescued), problem.c_str());
        QVERIFY(isSound(rescued));
        QCOMPARE(trialsOf(rescued, 1), int64_t(3));
        QVERIFY(trialsOf(rescued, 2) >= 10);
    }

    void aLogThatIsGoneGoesOnInANewOne_data()
    {
        QTest::addColumn<bool>("isReplaced");
        QTest::newRow("deleted") << false;
        QTest::newRow("replaced") << true;
    }
    void aLogThatIsGoneGoesOnInANewOne()
    {
        QFETCH(bool, isReplaced);
        const std::string path = file(isReplaced ? "replaced.log" : "deleted.log");
        auto log = LogAppender::open(path).value();
        LogListener logger(log);
        AtTrial at(10, [&] {
            std::filesystem::remove(path);
            if (isReplaced) {
                std::ofstream(path) << "somebody's\n";
            }
        });
        const std::array<LoopListener*, 2> listeners{&logger, &at};
        FakeMeasurer measurer(1);
        LoopControl control;
        LoopTask looked = job(30);
        looked.options.confirmTop = 4; // corrects lines that are written
        const auto finished = tune({looked}, measurer, control, listeners);
        QVERIFY(finished.has_value());
        QCOMPARE(finished->front().reason, std::string("finished"));
        const std::string rescued = file(isReplaced ? "replaced.rescued-1.log" : "deleted.rescued-1.log");
        const std::string problem = logger.problem().message;
        QVERIFY2(problem.find(path) == 0 && problem.find("the new log " + rescued) != std::string::npos, problem.c_str());
        QCOMPARE(readLog(rescued)->records.size(), size_t(30));
        QCOMPARE(readLog(rescued)->problemCount, size_t(0));
        QCOMPARE(std::filesystem::exists(path), isReplaced);
        if (isReplaced) {
            QCOMPARE(bytesOf(path), std::string("somebody's\n"));
        }
    }

    /// After the run has said that it is finished, too.
    void aProjectThatGoesAtTheEndIsSaid()
    {
        const std::string path = file("late.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(path).value();
        StoreListener store(*writer, {});
        LoopListener* const listener = &store;
        FakeMeasurer measurer(1);
        LoopControl control;
        QVERIFY(tune({job(5)}, measurer, control, std::span(&listener, 1)).has_value());
        QVERIFY(store.problem().empty());
        std::filesystem::remove(path);
        QVERIFY(!store.settle());
        QVERIFY2(store.problem().message.starts_with(path + " was deleted"), store.problem().message.c_str());
        writer.reset();
        QCOMPARE(trialsOf(file("late.rescued-1.knobscope"), 1), int64_t(5));
    }

    /// After the last record, too.
    void aLogThatGoesAtTheEndIsSaid()
    {
        const std::string path = file("end.log");
        auto log = LogAppender::open(path).value();
        LogListener logger(log);
        AtTrial at(5, [&] { std::filesystem::remove(path); });
        const std::array<LoopListener*, 2> listeners{&logger, &at};
        FakeMeasurer measurer(1);
        LoopControl control;
        QVERIFY(tune({job(5)}, measurer, control, listeners).has_value());
        QVERIFY(!logger.problem().empty());
        QCOMPARE(readLog(file("end.rescued-1.log"))->records.size(), size_t(5));
    }
};

QTEST_GUILESS_MAIN(TestLostGround)
#include "tst_lostground.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// One program a run: claims, the locks that show them to programs which see no process of ours, and who makes a new file.
#include "core/store/runclaims.h"

#include "core/store/projectwriter.h"
#include "sampleproject.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <future>
#include <thread>

using namespace knobscope;

namespace {

constexpr int programs = 6;

/// A program that finds a new project, or makes it, and adds a run: all of them at the moment when the folder `go` appears.
int makeAndAdd(const std::string& path, const std::string& go)
{
    const pid_t parent = ::getppid();
    while (!std::filesystem::exists(go)) {
        if (::getppid() != parent) {
            return 3; // a test that ended badly leaves nobody waiting
        }
        ::usleep(100);
    }
    const auto created = Project::open(path, Project::Mode::Create);
    auto writer = created ? ProjectWriter::open(path) : fail(created);
    if (!writer) {
        std::fprintf(stderr, "%s\n", writer.error().message.c_str());
        return 1;
    }
    tests::addRun(**writer, tests::multiplication(), "m");
    return (*writer)->flush() ? 0 : 2;
}

/// What happens to commits of all threads but the tests' own while one of these is there, on connections opened meanwhile.
class Disk
{
public:
    enum State { Works, Full, Stalls };

    Disk()
    {
        s_state = Works;
        s_struck = 0;
        s_healthy = std::this_thread::get_id();
        sqlite3_auto_extension(reinterpret_cast<void (*)()>(&hookInto));
    }
    ~Disk()
    {
        s_state = Works;
        sqlite3_reset_auto_extension();
    }
    void become(State state) { s_state = state; }
    /// How many commits failed or were stalled.
    int struck() const { return s_struck; }

private:
    static int hookInto(sqlite3* database, char**, const void*)
    {
        sqlite3_commit_hook(database, &commit, nullptr);
        return SQLITE_OK;
    }
    static int commit(void*)
    {
        if (s_state == Works || std::this_thread::get_id() == s_healthy) {
            return 0;
        }
        ++s_struck;
        while (s_state == Stalls) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return s_state == Full ? 1 : 0;
    }

    static inline std::atomic<State> s_state{Works};
    static inline std::atomic<int> s_struck{0};
    static inline std::thread::id s_healthy;
};

RunRow runningRow(int64_t task)
{
    RunRow row;
    row.task = task;
    row.tuner = "random";
    row.state = "running";
    return row;
}

std::string messageOf(const Result<int64_t>& refused)
{
    return refused ? std::string("not refused") : refused.error().message;
}

} // namespace

class TestRunClaims : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }

    /// A project with two runs: stopped and waiting.
    void makeProject(const std::string& path)
    {
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(path).value();
        const int64_t run = tests::addRun(*writer, tests::multiplication(), "m");
        writer->addTrial(run, tests::trialOf(tests::multiplication(), 1, 5, 2));
        writer->setRunState(run, "stopped");
        writer->setRunState(tests::addRun(*writer, tests::multiplication(), "m"), "waiting");
        QVERIFY(writer->flush());
    }

    static RunRow runOf(const std::string& path, int64_t run)
    {
        return Project::open(path, Project::Mode::ReadOnly).value().run(run).value();
    }

private slots:
    void aRunHasOneProgram()
    {
        const std::string path = file("one.knobscope");
        makeProject(path);
        const double ended = runOf(path, 1).ended;
        const std::array<int64_t, 2> both{1, 2};
        {
            auto first = ProjectWriter::open(path).value();
            QCOMPARE(first->claim(both).value(), int64_t(1)); // trials
            QCOMPARE(first->claim(both).value(), int64_t(1)); // they are its own
            QCOMPARE(runOf(path, 1).state, std::string("running"));
            QCOMPARE(runOf(path, 2).state, std::string("waiting"));
            QVERIFY(runOf(path, 1).isOwned && runOf(path, 2).isOwned);
            auto second = ProjectWriter::open(path).value();
            const std::string refusal = messageOf(second->claim(both));
            QVERIFY2(refusal.ends_with("is running in another program: process " + std::to_string(::getpid())), refusal.c_str());
            QVERIFY(messageOf(second->claim(std::span(both).last(1))).find("Run 2 of") == 0);
            first->setRunState(2, "running");
            QVERIFY(first->flush());
        }
        // What was claimed and not begun is as it was; what was begun is for the next one.
        QCOMPARE(runOf(path, 1).state, std::string("stopped"));
        QCOMPARE(runOf(path, 1).ended, ended);
        QVERIFY(!ProjectLocks::isTaken(path, 1) && !ProjectLocks::isTaken(path, 2));
        QVERIFY(!std::filesystem::exists(path + "-lock"));
        auto third = ProjectWriter::open(path).value();
        QCOMPARE(third->claim(both).value(), int64_t(1));
        QVERIFY(messageOf(third->claim(std::array<int64_t, 1>{9})).find("has no run 9") != std::string::npos);
    }

    /// A program in another container, whose process has no number here, is alive by its lock.
    void programsThatCannotBeSeenAreAlive()
    {
        const std::string path = file("unseen.knobscope");
        makeProject(path);
        const std::array<int64_t, 1> run{1};
        auto first = ProjectWriter::open(path).value();
        QVERIFY(first->claim(run).has_value());
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec("UPDATE run SET host_pid = 2147483647 WHERE id = 1");
        QCOMPARE(runOf(path, 1).state, std::string("running"));
        auto second = ProjectWriter::open(path).value();
        const std::string refusal = messageOf(second->claim(run));
        QVERIFY2(refusal.find("in another container") != std::string::npos, refusal.c_str());
        first->setRunState(1, "stopped");
        QVERIFY(first->flush());
        QVERIFY(second->claim(run).has_value());
    }

    void aRunWithoutALockDoesNotRunForEver()
    {
        const std::string path = file("nolock.knobscope");
        makeProject(path);
        for (const int64_t pid : {int64_t{2147483647}, int64_t{::getpid()}, int64_t{0}}) {
            SQLite::Database(path, SQLite::OPEN_READWRITE)
                .exec(fmt::format("UPDATE run SET state = 'running', host_pid = {}", pid));
            QCOMPARE(runOf(path, 1).state, std::string("killed"));
            QVERIFY(!runOf(path, 1).isOwned);
            auto writer = ProjectWriter::open(path).value();
            QVERIFY(writer->claim(std::array<int64_t, 1>{1}).has_value());
        }
    }

    void locksGoWithTheirProgram()
    {
        const std::string path = file("killed.knobscope");
        makeProject(path);
        std::array<int, 2> ends{};
        QCOMPARE(::pipe(ends.data()), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            ProjectLocks locks(path);
            const char answer = locks.acquire(1) == ProjectLocks::Answer::Taken ? 'y' : 'n';
            (void)!::write(ends[1], &answer, 1);
            ::pause();
        }
        char answer = 0;
        QCOMPARE(::read(ends[0], &answer, 1), ssize_t(1));
        QCOMPARE(answer, 'y');
        QVERIFY(ProjectLocks::isTaken(path, 1));
        QVERIFY(!ProjectLocks::isTaken(path, 2));
        ProjectLocks own(path);
        QVERIFY(own.acquire(1) == ProjectLocks::Answer::Refused);
        QVERIFY(own.acquire(2) == ProjectLocks::Answer::Taken);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        QVERIFY(!ProjectLocks::isTaken(path, 1));
        QVERIFY(own.acquire(1) == ProjectLocks::Answer::Taken);
        for (const int end : ends) {
            ::close(end);
        }
    }

    /// A row that was rolled back has another number the next time, and the number may be another program's row by then.
    void aRolledBackRowLeavesNoLock()
    {
        const std::string path = file("rolledback.knobscope");
        makeProject(path);
        Disk disk;
        auto writer = ProjectWriter::open(path).value();
        disk.become(Disk::Full);
        auto added = std::async(std::launch::async, [&] { return writer->addRun(runningRow(1)); });
        QTRY_VERIFY(disk.struck() > 0);
        SQLite::Database other(path, SQLite::OPEN_READWRITE);
        other.setBusyTimeout(5000);
        other.exec(
            "INSERT INTO run (task, tuner, parameters, options, seed, state, started, budget, host_pid, host_start)"
            " SELECT task, tuner, parameters, options, seed, 'running', started, budget, 2147483647, '1' FROM run WHERE id = 1");
        QCOMPARE(other.getLastInsertRowid(), int64_t(3));
        disk.become(Disk::Works);
        QCOMPARE(added.get().value(), int64_t(4));
        QCOMPARE(runOf(path, 3).state, std::string("killed"));
        QVERIFY(!runOf(path, 3).isOwned);
        QVERIFY(runOf(path, 4).isOwned);
    }

    /// Nor does a claim that could not be written, and an end that could not be written leaves the run locked.
    void locksBelongToWhatIsCommitted()
    {
        const std::string path = file("committed.knobscope");
        makeProject(path);
        Disk disk;
        auto writer = ProjectWriter::open(path, {}, std::chrono::milliseconds(200)).value();
        disk.become(Disk::Full);
        QVERIFY(!writer->claim(std::array<int64_t, 1>{1}));
        QTRY_VERIFY(!ProjectLocks::isTaken(path, 1)); // the newest try may be under way
        disk.become(Disk::Works);
        QTRY_VERIFY(writer->flush());
        QCOMPARE(runOf(path, 1).state, std::string("stopped"));
        QVERIFY(writer->claim(std::array<int64_t, 1>{1}).has_value());
        disk.become(Disk::Full);
        const int struck = disk.struck();
        writer->setRunState(1, "finished");
        QTRY_VERIFY(disk.struck() > struck);
        QVERIFY(ProjectLocks::isTaken(path, 1));
        disk.become(Disk::Works);
        QTRY_VERIFY(writer->flush());
        QVERIFY(!ProjectLocks::isTaken(path, 1));
        QCOMPARE(runOf(path, 1).state, std::string("finished"));
    }

    /// The commit goes through after whoever waited for it was told that it did not.
    void whatWasGivenUpDuringItsCommitIsUndone()
    {
        const std::string path = file("stalled.knobscope");
        makeProject(path);
        Disk disk;
        auto writer = ProjectWriter::open(path, {}, std::chrono::milliseconds(100)).value();
        disk.become(Disk::Stalls);
        const auto run = writer->addRun(runningRow(1));
        QVERIFY(!run);
        QCOMPARE(disk.struck(), 1);
        disk.become(Disk::Works);
        QTRY_VERIFY(writer->flush());
        QCOMPARE(Project::open(path, Project::Mode::ReadOnly)->runs()->size(), size_t(2));
        QVERIFY(!ProjectLocks::isTaken(path, 3));
        disk.become(Disk::Stalls);
        QVERIFY(!writer->claim(std::array<int64_t, 2>{1, 2}));
        QCOMPARE(disk.struck(), 2);
        disk.become(Disk::Works);
        QTRY_VERIFY(writer->flush());
        QCOMPARE(runOf(path, 1).state, std::string("stopped"));
        QCOMPARE(runOf(path, 2).state, std::string("waiting"));
        QVERIFY(!ProjectLocks::isTaken(path, 1) && !ProjectLocks::isTaken(path, 2));
    }

    /// A program that ends while the disk stalls leaves no run behind either.
    void whatIsGivenUpAtTheEndIsUndone()
    {
        const std::string path = file("stalledend.knobscope");
        makeProject(path);
        Disk disk;
        auto writer = ProjectWriter::open(path, {}, std::chrono::milliseconds(100)).value();
        disk.become(Disk::Stalls);
        QVERIFY(!writer->addRun(runningRow(1)));
        auto ended = std::async(std::launch::async, [&] { writer.reset(); });
        disk.become(Disk::Works);
        ended.get();
        QCOMPARE(Project::open(path, Project::Mode::ReadOnly)->runs()->size(), size_t(2));
    }

    /// A stranger's folder may hold something else by that name.
    void noOtherFileIsLocked()
    {
        const std::string path = file("link.knobscope");
        makeProject(path);
        std::filesystem::create_symlink(file("elsewhere"), path + "-lock");
        ProjectLocks locks(path);
        QVERIFY(locks.acquire(1) == ProjectLocks::Answer::Unavailable);
        QVERIFY(!std::filesystem::exists(file("elsewhere")));
        auto writer = ProjectWriter::open(path).value(); // goes on without
        QVERIFY(writer->claim(std::array<int64_t, 1>{1}).has_value());
    }

    void programsThatMakeOneFileAtOnceAllWork()
    {
        for (int round = 0; round < 8; ++round) {
            const std::string path = file(fmt::format("made{}.knobscope", round).c_str());
            const std::string go = file(fmt::format("go{}", round).c_str());
            std::array<QProcess, programs> processes;
            for (QProcess& process : processes) {
                process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
                process.start(QCoreApplication::applicationFilePath(),
                              {QStringLiteral("--make"), QString::fromStdString(path), QString::fromStdString(go)});
            }
            for (QProcess& process : processes) {
                QVERIFY(process.waitForStarted());
            }
            std::filesystem::create_directory(go);
            for (QProcess& process : processes) {
                QVERIFY(process.waitForFinished(60000));
                QCOMPARE(process.exitCode(), 0);
            }
            QCOMPARE(Project::open(path, Project::Mode::ReadOnly)->runs()->size(), size_t(programs));
            QCOMPARE(SQLite::Database(path).execAndGet("PRAGMA integrity_check").getString(), std::string("ok"));
            QVERIFY(!std::filesystem::exists(path + "-lock"));
        }
    }
};

int main(int argc, char** argv)
{
    if (argc == 4 && std::strcmp(argv[1], "--make") == 0) {
        return makeAndAdd(argv[2], argv[3]);
    }
    QCoreApplication application(argc, argv);
    TestRunClaims test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_runclaims.moc"

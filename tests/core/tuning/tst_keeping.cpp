// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured is kept: beside other programs on the same project, and where the project cannot be written.
#include "core/tuning/storelistener.h"

#include "core/record/log.h"
#include "core/store/filehead.h"
#include "core/tuning/resume.h"
#include "core/tuning/storedrun.h"
#include "fakemeasurer.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <array>
#include <cstring>
#include <filesystem>

using namespace knobscope;

namespace {

Task matmul()
{
    return makeTask("tutorial/matmul", nlohmann::json::parse(R"([64, 64, 64, "float32"])"), parseTarget("llvm").value()).value();
}

LoopTask job(int64_t trials)
{
    LoopTask job;
    job.task = matmul();
    job.label = "matmul";
    job.options.tuner = "random";
    job.options.trials = trials;
    job.options.confirmTop = 0;
    return job;
}

/// Another program that opens the project for writing and closes it again.
int visit(const char* path)
{
    auto project = Project::open(path, Project::Mode::ReadWrite);
    return project && project->runs() ? 0 : 1;
}

ino_t inodeOf(const std::string& path)
{
    struct stat found{};
    return ::stat(path.c_str(), &found) == 0 ? found.st_ino : 0;
}

/// Locks the project at a trial, as a program that hangs in its transaction does.
class Locker : public LoopListener
{
public:
    Locker(const std::string& path, int64_t trial)
        : m_database(path, SQLite::OPEN_READWRITE, 2000)
        , m_trial(trial)
    {
    }
    void trialFinished(const TrialFinished& event) override
    {
        if (event.number == m_trial) {
            lock();
        }
    }
    void lock() { m_database.exec("BEGIN IMMEDIATE"); }
    void unlock() { m_database.exec("ROLLBACK"); }

private:
    SQLite::Database m_database;
    int64_t m_trial;
};

} // namespace

class TestKeeping : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }

private slots:
    void whatDisturbsARunIsKeptWithIt()
    {
        class Disturbed : public FakeMeasurer
        {
        public:
            using FakeMeasurer::FakeMeasurer;
            Sentence loadWarning() const override { return Sentence("The machine is busy: others take it"); }
        };
        const std::string path = file("disturbed.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(path).value();
        StoreListener store(*writer, {});
        const std::array<LoopListener*, 1> listeners{&store};
        LoopControl control;
        Disturbed busy(1);
        FakeMeasurer calm(1);
        QVERIFY(tune({job(5)}, busy, control, listeners).has_value());
        QVERIFY(tune({job(5)}, calm, control, listeners).has_value());
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        auto resumed = resumableRun(project, 1, 10);
        QVERIFY2(resumed.has_value(), resumed ? "" : resumed.error().message.c_str());
        QVERIFY(tune({resumed->task}, calm, control, listeners).has_value()); // its first trials were disturbed all the same
        writer.reset();
        const auto rows = project.runs().value();
        QCOMPARE(rows.size(), size_t(2));
        QCOMPARE(rows[0].trials, int64_t(10));
        QCOMPARE(disturbanceOf(rows[0]).message, std::string("The machine is busy: others take it"));
        QVERIFY(disturbanceOf(rows[1]).empty());
    }

    void readingBesideAWriterKeepsItsLocks()
    {
        const std::string path = file("shared.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        auto writer = ProjectWriter::open(path).value();
        StoreListener store(*writer, {});
        const std::array<LoopListener*, 1> listeners{&store};
        FakeMeasurer measurer(1);
        LoopControl control;
        QVERIFY(tune({job(10)}, measurer, control, listeners).has_value());
        // What a warm start and a window do meanwhile.
        QVERIFY(beginsSqlite(fileHead(path, 16).value()));
        QVERIFY(Project::open(path, Project::Mode::ReadOnly).value().runs().has_value());
        const ino_t before = inodeOf(path + "-wal");
        QVERIFY(before != 0);
        QCOMPARE(
            QProcess::execute(QCoreApplication::applicationFilePath(), {QStringLiteral("--visit"), QString::fromStdString(path)}),
            0);
        QCOMPARE(inodeOf(path + "-wal"), before);
        QVERIFY(tune({job(10)}, measurer, control, listeners).has_value());
        writer.reset();
        SQLite::Database database(path);
        QCOMPARE(database.execAndGet("PRAGMA integrity_check").getString(), std::string("ok"));
        QCOMPARE(database.execAndGet("SELECT count(*) FROM trial").getInt(), 20);
    }

    void aRunThatCannotBeKeptIsRefused()
    {
        const std::string path = file("locked.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        FakeMeasurer measurer(1);
        LoopControl control;
        Locker locker(path, 0);
        {
            auto writer = ProjectWriter::open(path, {}, std::chrono::milliseconds(200)).value();
            StoreListener store(*writer, {});
            const std::array<LoopListener*, 1> listeners{&store};
            locker.lock();
            const auto refused = tune({job(10)}, measurer, control, listeners);
            QVERIFY(!refused);
            const std::string& why = refused.error().message; // whichever of writer and caller gives up first
            QVERIFY2(why.find("locked.knobscope cannot be written") != std::string::npos || isLocked(refused.error()),
                     why.c_str());
            QCOMPARE(measurer.submitted, 0);
            locker.unlock();
        }
        // Nor is there a run that nobody began.
        QVERIFY(Project::open(path, Project::Mode::ReadOnly).value().runs().value().empty());
    }

    void whatCannotBeWrittenIsKeptInALog()
    {
        const std::string path = file("late.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        qputenv("TMPDIR", m_dir.path().toLocal8Bit());
        FakeMeasurer measurer(1);
        LoopControl control;
        Locker locker(path, 10);
        std::string problem;
        {
            auto writer = ProjectWriter::open(path, {}, std::chrono::milliseconds(200)).value();
            StoreListener store(*writer, {});
            const std::array<LoopListener*, 2> listeners{&store, &locker};
            const auto finished = tune({job(30)}, measurer, control, listeners);
            QVERIFY(finished.has_value());
            problem = store.problem().message;
        }
        locker.unlock();
        const size_t name = problem.find("AutoTVM log ");
        QVERIFY2(name != std::string::npos, problem.c_str());
        const std::string logPath = problem.substr(name + std::strlen("AutoTVM log "));
        struct stat status{};
        QCOMPARE(::stat(logPath.c_str(), &status), 0);
        QCOMPARE(int(status.st_mode & 0777), 0600); // the folder is everybody's
        const auto log = readLog(logPath);
        QVERIFY(log.has_value());
        QCOMPARE(log->problemCount, int64_t(0));
        auto project = Project::open(path, Project::Mode::ReadWrite).value();
        const auto kept = project.trials(project.runs().value().front().id).value();
        QCOMPARE(kept.size() + log->records.size(), size_t(30));
        QVERIFY(log->records.size() >= 20);
        QVERIFY(problem.starts_with(fmt::format("The last {} trials of run 1", log->records.size())));
    }
};

int main(int argc, char** argv)
{
    if (argc == 3 && std::strcmp(argv[1], "--visit") == 0) {
        return visit(argv[2]);
    }
    QCoreApplication application(argc, argv);
    TestKeeping test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_keeping.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectwriter.h"
#include "core/store/runclaims.h"
#include "core/store/timeline.h"
#include "tests/sanitizers/sanitizers.h"

#include <QTemporaryDir>
#include <QTest>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/core.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <random>
#include <sched.h>
#include <sstream>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace knobscope;

namespace {

int64_t startRun(ProjectWriter& writer)
{
    TaskRow task;
    task.key = "k";
    task.task = {{"task", "tutorial/matmul"}, {"args", {8, 8, 8, "float32"}}, {"target", "llvm"}};
    task.label = "matmul";
    task.flops = 1024;
    RunRow run;
    run.task = writer.addTask(task).value();
    run.tuner = "random";
    run.state = "running";
    run.seed = 18446744073709551615ULL;
    run.budget = 100;
    return writer.addRun(run).value();
}

TrialRow trial(int64_t number)
{
    TrialRow row;
    row.number = number;
    row.index = number * 3;
    row.entity = nlohmann::json::array({nlohmann::json::array({"tile_x", "sp", {-1, 4}})});
    row.costs = {1e-3, 2e-3};
    row.gflops = static_cast<double>(number);
    row.why = number % 2 ? Sentence() : phrase("a '{}' sentence {}", "quoted", number);
    return row;
}

constexpr int mayNot = 77;

/// The exit code of `work` run in a process of its own.
template<class F>
int inChild(F&& work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(work());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

bool refused(const Result<Project>& opened, const char* word)
{
    return !opened
        && (opened.error().message.find(word) != std::string::npos || (qWarning("%s", opened.error().message.c_str()), false));
}

/// What a writer says of a file that takes nothing.
struct Told {
    std::string sentence;
    std::atomic<bool> is{false};

    std::unique_ptr<ProjectWriter> writer(const std::string& path)
    {
        return ProjectWriter::open(path,
                                   [this](const Sentence& problem) {
                                       sentence = problem.message;
                                       is = true;
                                   })
            .value();
    }
};

} // namespace

class TestProject : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    std::string file(const char* name) const { return m_dir.filePath(name).toStdString(); }

private slots:
    void rowsComeBack()
    {
        const std::string path = file("a.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        {
            auto writer = ProjectWriter::open(path).value();
            const int64_t run = startRun(*writer);
            for (int64_t n = 1; n <= 50; ++n) {
                writer->addTrial(run, trial(n));
            }
            Span span;
            span.start = 1700000000.25;
            span.seconds = 0.5;
            span.name = "codegen";
            span.process = "builder 1";
            span.function = "build";
            span.file = "core/worker/buildkernel.cpp";
            span.line = 7;
            writer->addSpans(run, {span});
            QVERIFY(writer->flush());
        }
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const auto runs = project.runs().value();
        QCOMPARE(runs.size(), size_t(1));
        QCOMPARE(runs[0].seed, uint64_t{18446744073709551615ULL});
        QCOMPARE(runs[0].trials, int64_t(50));
        QCOMPARE(runs[0].bestGflops, 50.0);
        QCOMPARE(runs[0].bestIndex, int64_t(150));
        const auto page = project.trials(runs[0].id, 10, 5).value();
        QCOMPARE(page.size(), size_t(5));
        QCOMPARE(page[0].number, int64_t(11));
        QVERIFY(page[0].costs == (std::vector<double>{1e-3, 2e-3}));
        QVERIFY(page[0].why.empty());
        QVERIFY(page[1].why == trial(12).why); // with its pattern
        std::ostringstream out;
        QVERIFY(writeChromeTrace(out, projectSpans(project, 0).value()).has_value());
        const auto trace = nlohmann::json::parse(out.str());
        QCOMPARE(trace["traceEvents"].back()["args"]["file"].get<std::string>(), std::string("core/worker/buildkernel.cpp"));
        QCOMPARE(trace["traceEvents"].back()["dur"].get<double>(), 5e5);
    }

    /// A child writes trials and is killed at any moment; all but the one in flight are there.
    void killedWritersLoseAtMostOneTrial()
    {
        if (underThreadSanitizer) {
            QSKIP("the thread sanitizer does not follow threads of a forked child");
        }
        for (int round = 0; round < 5; ++round) {
            const std::string path = file(("kill" + std::to_string(round)).c_str());
            int pipeEnds[2];
            QCOMPARE(::pipe(pipeEnds), 0);
            const pid_t child = ::fork();
            if (child == 0) {
                (void)Project::open(path, Project::Mode::Create);
                auto writer = ProjectWriter::open(path).value();
                const int64_t run = startRun(*writer);
                for (int64_t n = 1;; ++n) {
                    writer->addTrial(run, trial(n));
                    writer->flush();
                    (void)!::write(pipeEnds[1], &n, sizeof n);
                }
            }
            int64_t told = 0; // committed, by the child's word
            const int64_t until = 20 + round * 13;
            while (told < until && ::read(pipeEnds[0], &told, sizeof told) == sizeof told) {
            }
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
            ::close(pipeEnds[0]);
            ::close(pipeEnds[1]);
            auto project = Project::open(path, Project::Mode::ReadWrite);
            QVERIFY2(project.has_value(), project ? "" : project.error().message.c_str());
            const auto run = project->runs().value()[0];
            QCOMPARE(run.state, std::string("killed"));
            QVERIFY(run.trials >= told);
        }
    }

    /// Also while a window reads it, which can write nothing.
    void whatWasWrittenIsInTheFileAlone()
    {
        const std::string path = file("read.knobscope");
        const std::string copy = file("copied alone.knobscope");
        QVERIFY(Project::open(path, Project::Mode::Create).has_value());
        auto window = Project::open(path, Project::Mode::ReadOnly).value();
        {
            auto writer = ProjectWriter::open(path).value();
            const int64_t run = startRun(*writer);
            for (int64_t n = 1; n <= 20; ++n) {
                writer->addTrial(run, trial(n));
            }
        }
        QCOMPARE(window.runs().value().front().trials, int64_t(20));
        std::filesystem::copy_file(path, copy);
        auto alone = Project::open(copy, Project::Mode::ReadOnly);
        QVERIFY2(alone.has_value(), alone ? "" : alone.error().message.c_str());
        QCOMPARE(alone->runs().value().size(), size_t(1));
        QCOMPARE(alone->runs().value().front().trials, int64_t(20));
    }

    void twoProgramsReadAndWrite()
    {
        const std::string path = file("two.knobscope");
        (void)Project::open(path, Project::Mode::Create);
        auto first = ProjectWriter::open(path).value();
        auto second = ProjectWriter::open(path).value();
        const int64_t a = startRun(*first);
        const int64_t b = startRun(*second);
        QVERIFY(a != b);
        for (int64_t n = 1; n <= 200; ++n) {
            first->addTrial(a, trial(n));
            second->addTrial(b, trial(n));
        }
        QVERIFY(first->flush() && second->flush());
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        QCOMPARE(project.run(a)->trials, int64_t(200));
        QCOMPARE(project.run(b)->trials, int64_t(200));
    }

    void otherFilesAreRefusedUntouched()
    {
        const std::string text = file("notes.txt");
        std::ofstream(text) << "this is no database at all";
        QVERIFY(refused(Project::open(text, Project::Mode::Create), "not a Knobscope project"));
        const std::string other = file("other.db");
        SQLite::Database(other, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE t (a)");
        QVERIFY(refused(Project::open(other, Project::Mode::ReadWrite), "another program"));
        const std::string newer = file("newer.knobscope");
        (void)Project::open(newer, Project::Mode::Create);
        SQLite::Database(newer, SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
        QVERIFY(refused(Project::open(newer, Project::Mode::ReadWrite), "newer Knobscope"));
        const std::string older = file("older.knobscope");
        (void)Project::open(older, Project::Mode::Create);
        for (int version = 1; version < kProjectVersion; ++version) {
            SQLite::Database(older, SQLite::OPEN_READWRITE).exec(fmt::format("PRAGMA user_version = {}", version));
            for (const auto mode : {Project::Mode::ReadOnly, Project::Mode::ReadWrite, Project::Mode::Create}) {
                QVERIFY(refused(Project::open(older, mode), "records export"));
            }
            SQLite::Database database(older, SQLite::OPEN_READONLY);
            QCOMPARE(database.execAndGet("PRAGMA user_version").getInt(), version);
        }
        QVERIFY(refused(Project::open(file("missing.knobscope"), Project::Mode::ReadOnly), "The project file"));
        QVERIFY(refused(Project::open(file("no/folder.knobscope"), Project::Mode::Create), "does not exist"));
        QVERIFY(refused(Project::open(m_dir.path().toStdString(), Project::Mode::Create), "a folder"));
        std::ifstream kept(text);
        std::string line;
        std::getline(kept, line);
        QCOMPARE(line, std::string("this is no database at all"));
    }

    /// A file system of its own, filled up while trials arrive: they wait in memory and are written when there is space, which
    /// there is for all of them, however many arrive before a busy machine says that the disk is full.
    void aFullDiskLosesNothing()
    {
        if (underThreadSanitizer) {
            QSKIP("the thread sanitizer does not follow threads of a forked child");
        }
        const std::string folder = file("small");
        std::filesystem::create_directory(folder);
        const int code = inChild([&]() -> int {
            if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", folder.c_str(), "tmpfs", 0, "size=32m") != 0) {
                return mayNot;
            }
            const std::string path = folder + "/full.knobscope";
            (void)Project::open(path, Project::Mode::Create);
            Told told;
            const auto writer = told.writer(path);
            const int64_t run = startRun(*writer);
            {
                std::ofstream ballast(folder + "/ballast");
                ballast << std::string((32 * 1024 - 220) * 1024, 'x');
            }
            int64_t n = 0;
            for (; !told.is && n < 20000; ++n) {
                writer->addTrial(run, trial(n + 1));
                if (n % 50 == 0) {
                    ::usleep(2000);
                }
            }
            if (!told.is || told.sentence.find("kept in memory") == std::string::npos
                || told.sentence.find(path) == std::string::npos) {
                return 2;
            }
            std::filesystem::remove(folder + "/ballast");
            if (!writer->flush()) {
                return 3;
            }
            auto project = Project::open(path, Project::Mode::ReadOnly);
            return project && project->run(run)->trials == n ? 0 : 4;
        });
        if (code == mayNot) {
            QSKIP("mounting a file system takes root");
        }
        QCOMPARE(code, 0);
    }

    /// A trial with a long value, for whose text there is no memory until the limit is raised.
    void littleMemoryLosesNothing()
    {
        if (underAddressSanitizer || underThreadSanitizer) {
            QSKIP("sanitizers reserve terabytes of addresses");
        }
        const std::string path = file("littlememory");
        const int code = inChild([&]() -> int {
            (void)Project::open(path, Project::Mode::Create);
            Told told;
            const auto writer = told.writer(path);
            const int64_t run = startRun(*writer);
            TrialRow large = trial(1);
            large.entity[0][2] = std::string(12 << 20, 'x');
            ::malloc_trim(0);
            int64_t pages = 0; // that may be written to; heaps of threads reserve more than that
            std::ifstream statm("/proc/self/statm");
            for (int field = 0; field < 6; ++field) {
                statm >> pages;
            }
            const auto taken = static_cast<rlim_t>(pages * ::sysconf(_SC_PAGESIZE));
            rlimit before{};
            ::getrlimit(RLIMIT_DATA, &before);
            const rlimit little{taken + (rlim_t{4} << 20), before.rlim_max};
            ::setrlimit(RLIMIT_DATA, &little);
            writer->addTrial(run, std::move(large));
            for (int i = 0; i < 1000 && !told.is; ++i) {
                ::usleep(10'000);
            }
            ::setrlimit(RLIMIT_DATA, &before);
            if (!told.is || told.sentence.find("memory ran out") == std::string::npos) {
                return 2;
            }
            if (!writer->flush()) {
                return 3;
            }
            auto project = Project::open(path, Project::Mode::ReadOnly);
            return project && project->run(run)->trials == 1 ? 0 : 4;
        });
        QCOMPARE(code, 0);
    }

    void readOnlyFilesAreNotWritten()
    {
        const std::string folder = file("locked");
        std::filesystem::create_directory(folder);
        const std::string path = folder + "/ro.knobscope";
        (void)Project::open(path, Project::Mode::Create);
        {
            auto writer = ProjectWriter::open(path).value();
            writer->addTrial(startRun(*writer), trial(1));
        }
        ::chmod(path.c_str(), 0444);
        ::chmod(folder.c_str(), 0555);
        ::chmod(m_dir.path().toStdString().c_str(), 0755);
        const int code = inChild([&]() -> int {
            if (::geteuid() == 0 && ::setuid(65534) != 0) { // permissions mean nothing to root
                return mayNot;
            }
            if (!refused(Project::open(path, Project::Mode::ReadWrite), "read-only")) {
                return 2;
            }
            auto project = Project::open(path, Project::Mode::ReadOnly);
            return project && project->runs() && project->runs()->size() == 1 ? 0 : 3;
        });
        ::chmod(folder.c_str(), 0755);
        QCOMPARE(code, 0);
    }

    /// Whatever is wrong in the file, reading it ends with rows or a sentence.
    void randomDamageNeverCrashes()
    {
        const std::string whole = file("whole.knobscope");
        (void)Project::open(whole, Project::Mode::Create);
        {
            auto writer = ProjectWriter::open(whole).value();
            const int64_t run = startRun(*writer);
            for (int64_t n = 1; n <= 60; ++n) {
                writer->addTrial(run, trial(n));
            }
        }
        SQLite::Database(whole, SQLite::OPEN_READWRITE).exec("PRAGMA wal_checkpoint(TRUNCATE)");
        std::ifstream in(whole, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(in), {}};
        std::mt19937 random(5);
        int refusals = 0;
        for (int round = 0; round < 150; ++round) {
            std::string damaged = bytes;
            for (size_t i = 0, flips = 1 + random() % 64; i < flips; ++i) {
                damaged[random() % damaged.size()] = static_cast<char>(random());
            }
            damaged.resize(round % 3 == 0 ? random() % damaged.size() : damaged.size());
            const std::string path = file("fuzzed.knobscope");
            std::ofstream(path, std::ios::binary | std::ios::trunc) << damaged;
            auto project = Project::open(path, Project::Mode::ReadOnly);
            const auto runs = project ? project->runs() : fail(project);
            const auto trials = runs && !runs->empty() ? project->trials(runs->front().id) : fail(ErrorCode::NotFound, "none");
            refusals += runs && trials ? 0 : 1;
            if (!runs) {
                QVERIFY(!runs.error().message.empty());
            }
        }
        QVERIFY(refusals > 30);
    }

    void copiesHoldWhatIsNotCheckpointed()
    {
        const std::string path = file("live.knobscope");
        (void)Project::open(path, Project::Mode::Create);
        auto writer = ProjectWriter::open(path).value();
        const int64_t run = startRun(*writer);
        writer->addTrial(run, trial(1));
        QVERIFY(writer->flush());
        auto project = Project::open(path, Project::Mode::ReadOnly).value();
        const std::string copy = file("copy.knobscope");
        std::ofstream(copy) << "an older file";
        QVERIFY(project.copyTo(copy).has_value());
        QCOMPARE(Project::open(copy, Project::Mode::ReadOnly)->run(run)->trials, int64_t(1));
        QVERIFY(!project.copyTo(file("no/such/folder.knobscope")));
        const auto points = project.points(run);
        QCOMPARE(points->size(), size_t(1));
        QCOMPARE(points->front().index, int64_t(3));
        QVERIFY(project.points(run, 1)->empty());
    }

    void aCopyIsGivenUp()
    {
        const std::string path = file("large.knobscope");
        auto project = Project::open(path, Project::Mode::Create).value();
        project.database().exec("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 200000)"
                                " INSERT INTO string (text) SELECT 'text ' || n FROM r");
        const std::filesystem::path folder = file("copies");
        std::filesystem::create_directory(folder);
        std::atomic<bool> stop = true;
        const auto copied = project.copyTo(folder / "copy.knobscope", &stop);
        QVERIFY(!copied);
        QVERIFY2(copied.error().message.find("cancelled") != std::string::npos, copied.error().message.c_str());
        QVERIFY(std::filesystem::is_empty(folder));
        stop = false;
        QVERIFY(project.copyTo(folder / "copy.knobscope", &stop).has_value());
    }

    void damagedFilesAreReported()
    {
        const std::string path = file("damaged.knobscope");
        (void)Project::open(path, Project::Mode::Create);
        {
            auto writer = ProjectWriter::open(path).value();
            const int64_t run = startRun(*writer);
            for (int64_t n = 1; n <= 500; ++n) {
                writer->addTrial(run, trial(n));
            }
            writer->flush();
        }
        SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA wal_checkpoint(TRUNCATE)");
        std::fstream raw(path, std::ios::in | std::ios::out | std::ios::binary);
        raw.seekp(4096);
        raw << std::string(30000, '\x5a');
        raw.close();
        auto project = Project::open(path, Project::Mode::ReadOnly);
        const auto runs = project ? project->runs() : fail(project);
        QVERIFY(!runs);
        QVERIFY2(runs.error().message.find("damaged") != std::string::npos, runs.error().message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestProject)
#include "tst_project.moc"

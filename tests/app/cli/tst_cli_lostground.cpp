// SPDX-License-Identifier: GPL-3.0-or-later
// Tunings that are stopped, lose their worker or are given too little of something: no config is blamed for it.
#include "tests/app/cli/commandline.h"
#include "tests/nightly.h"
#include "tests/sanitizers/sanitizers.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using nlohmann::json;

namespace {

/// Quick to build and to run.
const QString convolution = QStringLiteral(R"(["conv2d_NCHWc.x86", ["TENSOR", [1, 32, 14, 14], "float32"], )"
                                           R"(["TENSOR", [32, 32, 3, 3], "float32"], [1, 1], [1, 1, 1, 1], [1, 1], "NCHW", )"
                                           R"("NCHW", "float32"])");
const QString worker = QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-worker");
constexpr int kInterruptedTrials = 30; // trials: long enough to be in the middle of
constexpr int kFewTrials = 6;     // for what fails or works from the beginning on

/// A tuning with workers, in a process group of its own.
class Tuning
{
public:
    /// With an own name for the worker, which can be taken away.
    Tuning()
    {
        QFile::link(worker, workerLink());
        m_environment.insert(QStringLiteral("KNOBSCOPE_WORKER"), workerLink());
    }
    ~Tuning()
    {
        if (m_process.state() != QProcess::NotRunning) {
            ::kill(-pid(), SIGKILL);
            m_process.waitForFinished();
        }
    }
    QString project() const { return m_dir.filePath(QStringLiteral("p.knobscope")); }
    QString workerLink() const { return m_dir.filePath(QStringLiteral("worker")); }
    const QProcessEnvironment& environment() const { return m_environment; }
    pid_t pid() const { return static_cast<pid_t>(m_process.processId()); }

    QStringList arguments(const QStringList& more = {}, int trials = kInterruptedTrials) const
    {
        return QStringList{"tune",         convolution, "--tuner",   "random",  "--trials", QString::number(trials),
                           "--n-parallel", "1",         "--project", project(), "--json"}
             + kQuickRun + more;
    }

    bool start(const QStringList& more = {})
    {
        m_process.setProcessEnvironment(m_environment);
        m_process.setChildProcessModifier([] { ::setpgid(0, 0); });
        m_process.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"), arguments(more));
        return m_process.waitForStarted();
    }

    bool reaches(int64_t trials) { return hasTrials(project(), m_process, trials); }

    Outcome end()
    {
        Outcome outcome;
        if (m_process.waitForFinished(120000) && m_process.exitStatus() == QProcess::NormalExit) {
            outcome.code = m_process.exitCode();
        }
        outcome.out = m_process.readAllStandardOutput().toStdString();
        outcome.err = m_process.readAllStandardError().toStdString();
        return outcome;
    }

    /// The processes that it started: those whose words are kept are builders.
    std::vector<pid_t> workers(bool isBuilder) const
    {
        std::vector<pid_t> found;
        const QDir tasks(QStringLiteral("/proc/%1/task").arg(pid()));
        for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QFile file(tasks.filePath(task + QStringLiteral("/children")));
            if (!file.open(QIODevice::ReadOnly)) {
                continue;
            }
            for (const QByteArray& child : file.readAll().simplified().split(' ')) {
                const QString words = QFile::symLinkTarget(QStringLiteral("/proc/%1/fd/2").arg(QString::fromLatin1(child)));
                if (!child.isEmpty() && words.contains(QStringLiteral("memfd")) == isBuilder) {
                    found.push_back(child.toInt());
                }
            }
        }
        return found;
    }

    /// The trials that failed, each with its reason.
    QStringList failures() const
    {
        QStringList out;
        const json trials = cli({"trials", project(), "1", "--json"}).document()["trials"];
        for (const json& trial : trials) {
            if (trial["error_no"] != 0) {
                out << QString::fromStdString(trial.dump());
            }
        }
        return out;
    }

private:
    QTemporaryDir m_dir;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
    QProcess m_process;
};

/// What has to be true of an ending for want of something: it is said, and not by a signal.
bool isInWords(const Outcome& outcome)
{
    const bool said = outcome.code >= 0 && outcome.err.find("terminate called") == std::string::npos
                   && outcome.err.find("std::bad_alloc") == std::string::npos && (outcome.code == 0 || !outcome.err.empty());
    return said || (qWarning("%d: %s", outcome.code, outcome.err.c_str()), false);
}

} // namespace

class TestCliLostGround : public QObject
{
    Q_OBJECT
private slots:
    void aSignalToTheGroupFailsNoTrial_data()
    {
        QTest::addColumn<int>("signal");
        for (int round = 1; round <= knobscope::casesOf(3, 3); ++round) {
            QTest::addRow("SIGTERM %d", round) << SIGTERM;
            QTest::addRow("SIGHUP %d", round) << SIGHUP;
            QTest::addRow("SIGINT %d", round) << SIGINT;
        }
    }
    void aSignalToTheGroupFailsNoTrial()
    {
        QFETCH(int, signal);
        Tuning tuning;
        QVERIFY(tuning.start());
        QVERIFY(tuning.reaches(2));
        ::kill(-tuning.pid(), signal);
        const Outcome outcome = tuning.end();
        QVERIFY2(outcome.code == 128 + signal, outcome.err.c_str());
        QCOMPARE(tuning.failures(), QStringList());
    }

    void aStopFailsNoTrial_data()
    {
        QTest::addColumn<bool>("isGroup");
        QTest::newRow("of all processes") << true;
        QTest::newRow("of the main process") << false;
    }
    void aStopFailsNoTrial()
    {
        QFETCH(bool, isGroup);
        Tuning tuning;
        QVERIFY(tuning.start({"--timeout", "2"}));
        QVERIFY(tuning.reaches(2));
        const pid_t stopped = isGroup ? -tuning.pid() : tuning.pid();
        ::kill(stopped, SIGSTOP);
        QTest::qSleep(2500); // the accident itself: what is in flight outlasts its two seconds
        ::kill(stopped, SIGCONT);
        const Outcome outcome = tuning.end();
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        QCOMPARE(outcome.document()["runs"][0]["trials"].get<int>(), kInterruptedTrials);
        QCOMPARE(tuning.failures(), QStringList());
    }

    void aStoppedRunnerTimesOut()
    {
        Tuning tuning;
        QVERIFY(tuning.start({"--timeout", "1"}));
        QVERIFY(tuning.reaches(2));
        const auto runners = tuning.workers(false);
        QCOMPARE(runners.size(), size_t(1));
        ::kill(runners.front(), SIGSTOP);
        const Outcome outcome = tuning.end();
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        QCOMPARE(outcome.document()["runs"][0]["trials"].get<int>(), kInterruptedTrials);
        QVERIFY(tuning.failures().join(' ').contains("it took longer than 1 s"));
    }

    void aLostWorkerEndsTheRunAndCanBePutBack_data()
    {
        QTest::addColumn<bool>("isBuilder");
        QTest::newRow("builder") << true;
        QTest::newRow("runner") << false;
    }
    void aLostWorkerEndsTheRunAndCanBePutBack()
    {
        QFETCH(bool, isBuilder);
        Tuning tuning;
        QVERIFY(tuning.start());
        QVERIFY(tuning.reaches(2));
        QVERIFY(QFile::remove(tuning.workerLink()));
        for (const pid_t ended : tuning.workers(isBuilder)) {
            ::kill(ended, SIGKILL);
        }
        const Outcome outcome = tuning.end();
        QVERIFY2(outcome.code == 1, outcome.err.c_str());
        const json run = outcome.document()["runs"][0];
        QCOMPARE(run["state"].get<std::string>(), std::string("failed"));
        QVERIFY(run["trials"].get<int>() < kInterruptedTrials);
        const std::string problem = outcome.document()["problems"].dump();
        QVERIFY2(problem.find(tuning.workerLink().toStdString()) != std::string::npos, problem.c_str());
        QVERIFY2(problem.find("build or install it again") != std::string::npos, problem.c_str());
        QVERIFY(outcome.err.find("`knobscope-cli resume` continues") != std::string::npos);
        QVERIFY(tuning.failures().size() <= 1); // what the killed worker had in hand
        const auto failed = tuning.failures().size();

        QVERIFY(QFile::link(worker, tuning.workerLink()));
        const Outcome resumed = cli({"resume", tuning.project(), "--json"}, tuning.environment());
        QVERIFY2(resumed.code == 0, resumed.err.c_str());
        QCOMPARE(resumed.document()["runs"][0]["trials"].get<int>(), kInterruptedTrials);
        QCOMPARE(tuning.failures().size(), failed);
    }

    void aWorkerEndedByAnotherProgramEndsTheRun()
    {
        Tuning tuning;
        QVERIFY(tuning.start());
        QVERIFY(tuning.reaches(2));
        for (const pid_t ended : tuning.workers(false)) {
            ::kill(ended, SIGUSR1);
        }
        const Outcome outcome = tuning.end();
        QVERIFY2(outcome.code == 1, outcome.err.c_str());
        QVERIFY2(outcome.err.find("killed by another program") != std::string::npos, outcome.err.c_str());
        QCOMPARE(tuning.failures(), QStringList());
    }

    void fewDescriptorsFailNoTrial_data()
    {
        QTest::addColumn<int>("files");
        for (const int files :
             knobscope::isNightly() ? std::vector{4, 6, 8, 10, 12, 14, 16, 18, 20, 24} : std::vector{4, 12, 18}) {
            QTest::addRow("%d", files) << files;
        }
    }
    void fewDescriptorsFailNoTrial()
    {
        QFETCH(int, files);
        const Tuning tuning;
        const Outcome outcome = cli(tuning.arguments({}, kFewTrials), tuning.environment(), [files] {
            const rlimit limit{static_cast<rlim_t>(files), static_cast<rlim_t>(files)};
            ::setrlimit(RLIMIT_NOFILE, &limit);
        });
        QVERIFY(isInWords(outcome));
        if (QFile::exists(tuning.project())) {
            QCOMPARE(tuning.failures(), QStringList());
        }
    }

    void closedStreamsFailNoTrial_data()
    {
        QTest::addColumn<QList<int>>("closed");
        QTest::addColumn<int>("code");
        if (knobscope::isNightly()) {
            QTest::newRow("stdin") << QList<int>{0} << 0;
            QTest::newRow("stdout") << QList<int>{1} << 1;
            QTest::newRow("stderr") << QList<int>{2} << 0;
        }
        QTest::newRow("stdin and stderr") << QList<int>{0, 2} << 0;
        QTest::newRow("all") << QList<int>{0, 1, 2} << 1;
    }
    void closedStreamsFailNoTrial()
    {
        QFETCH(QList<int>, closed);
        QFETCH(int, code);
        const Tuning tuning;
        const Outcome outcome = cli(tuning.arguments({}, kFewTrials), tuning.environment(), [closed] {
            for (const int stream : closed) {
                ::close(stream);
            }
        });
        QVERIFY2(outcome.code == code, outcome.err.c_str());
        QCOMPARE(trialsIn(tuning.project()), int64_t(kFewTrials));
        QCOMPARE(tuning.failures(), QStringList());
    }

    void workersHaveTheirChannelAndTheStandardStreams()
    {
        Tuning tuning;
        const int open = ::fcntl(STDIN_FILENO, F_DUPFD, 50); // inherited by the program that is started
        QVERIFY(tuning.start());
        ::close(open);
        QVERIFY(tuning.reaches(2));
        for (const bool isBuilder : {false, true}) {
            for (const pid_t process : tuning.workers(isBuilder)) {
                const QString folder = QStringLiteral("/proc/%1/fd").arg(process);
                QStringList open = QDir(folder).entryList(QDir::Files | QDir::System | QDir::NoDotAndDotDot);
                open.removeIf([&](const QString& name) { // what it opened itself to read
                    return QFile::symLinkTarget(folder + '/' + name).contains(QStringLiteral("/sys/"));
                });
                QCOMPARE(open, (QStringList{"0", "1", "2", "3"}));
            }
        }
        ::kill(tuning.pid(), SIGINT);
        QCOMPARE(tuning.end().code, 130);
    }

    void memoryThatRunsOutIsSaid()
    {
        if (knobscope::underAddressSanitizer || knobscope::underThreadSanitizer) {
            QSKIP("sanitizers take more address space than the program is granted");
        }
        const Outcome outcome = cli({"network", "import", "vgg-16", "--json"}, {}, [] {
            constexpr rlimit limit{size_t{400} << 20, size_t{400} << 20}; // the program starts in this; the weights are larger
            ::setrlimit(RLIMIT_AS, &limit);
        });
        QCOMPARE(outcome.code, 1);
        QCOMPARE(outcome.document()["error"].dump().find("Memory ran out in `network`"), size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestCliLostGround)
#include "tst_cli_lostground.moc"

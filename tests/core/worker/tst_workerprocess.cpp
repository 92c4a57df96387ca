// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that are no workers, or that stop being one, cost a sentence and never a hang.
#include "core/worker/restartingworker.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace knobscope;

namespace {

/// What a worker answers first.
const QByteArray greeting = R"(printf '\015\000\000\000\000\000\000\000{"version":2}' >&3; )";

} // namespace

class TestWorkerProcess : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    /// An executable shell script.
    std::string script(const char* name, const QByteArray& commands)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write("#!/bin/sh\n" + commands + "\n") < 0) {
            return {};
        }
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file.fileName().toStdString();
    }

private slots:
    void aProgramThatNeverAnswersIsGivenUp()
    {
        QElapsedTimer clock;
        clock.start();
        const auto worker = WorkerProcess::start({script("silent", "exec sleep 60"), {}, 0, 0.2});
        QVERIFY(!worker);
        QCOMPARE(worker.error().code, ErrorCode::Timeout);
        QVERIFY2(worker.error().message.find("did not answer within 0.2 seconds") != std::string::npos,
                 worker.error().message.c_str());
        QVERIFY(clock.elapsed() < 30000);
    }

    void aProgramThatEndsSaysHow()
    {
        const auto worker = WorkerProcess::start({script("ends", "exit 3"), {}, 0, 30});
        QVERIFY(!worker);
        QVERIFY2(worker.error().message.find("code 3") != std::string::npos, worker.error().message.c_str());
    }

    void itsLastWordsAreKept()
    {
        WorkerProcess::Options options{
            script("speaks", "echo first >&2; echo 'LLVM ERROR: no such thing' >&2; echo more >&2; exit 3")};
        options.captureStderr = true;
        const auto worker = WorkerProcess::start(options);
        QVERIFY(!worker);
        QVERIFY2(worker.error().message.find("it exited with code 3, with the message 'LLVM ERROR: no such thing'")
                     != std::string::npos,
                 worker.error().message.c_str());
    }

    void wordsThatSayWhy()
    {
        QCOMPARE(lastErrorLine(""), std::string());
        QCOMPARE(lastErrorLine("a\nb\n\n  \n"), std::string("b"));
        QCOMPARE(lastErrorLine("a\n\tLLVM ERROR: x\nb\n"), std::string("LLVM ERROR: x"));
        QCOMPARE(lastErrorLine("red: \033[31m\n"), std::string("red:  [31m"));
        QCOMPARE(lastErrorLine(std::string(1000, 'x')).size(), size_t{300});
        const std::string cut = lastErrorLine("x" + std::string(299, 'y') + "\xc3\xa9"); // an é begins at 300
        QCOMPARE(cut.size(), size_t{300});
        std::string accented(299, 'y');
        accented += "\xc3\xa9";
        QCOMPARE(lastErrorLine(accented).size(), size_t{299});
    }

    void aWorkerInheritsItsChannelAndNothingElse()
    {
        const int open = ::fcntl(STDIN_FILENO, F_DUPFD, 77); // not closed on exec
        QVERIFY(open >= 77);
        WorkerProcess::Options options{
            script("looks", "for d in /proc/self/fd/*; do d=${d##*/}; [ $d -ge 77 ] && echo inherited $d >&2; done; exit 3")};
        options.captureStderr = true;
        const auto worker = WorkerProcess::start(options);
        ::close(open);
        QVERIFY(!worker);
        QVERIFY2(worker.error().message.ends_with("it exited with code 3"), worker.error().message.c_str());
    }

    void itsStreamsAreItsOwnWhicheverDescriptorsAreFree_data()
    {
        QTest::addColumn<QList<int>>("closed");
        QTest::newRow("words at 3") << QList<int>{0, 1, 3};
        QTest::newRow("socket at 2") << QList<int>{1, 2};
        QTest::newRow("socket at 2, words at 3") << QList<int>{1, 2, 3};
        QTest::newRow("socket at 3") << QList<int>{0, 3};
    }
    /// A descriptor of the worker's that is another's number here: its words came as its first message.
    void itsStreamsAreItsOwnWhicheverDescriptorsAreFree()
    {
        QFETCH(QList<int>, closed);
        // It reads the request first: one that is sent to a worker that has ended fails.
        const QByteArray readRequest = "dd bs=65536 count=1 <&3 >/dev/null 2>&1; ";
        WorkerProcess::Options options{script("speaks", readRequest + greeting + "echo 'no such thing' >&2; exit 3")};
        options.captureStderr = true;
        const pid_t child = ::fork();
        if (child == 0) {
            for (const int descriptor : closed) {
                ::close(descriptor);
            }
            const auto worker = WorkerProcess::start(options);
            const bool isRight =
                worker && (*worker)->exitReason().message == "it exited with code 3, with the message 'no such thing'";
            ::_exit(isRight ? 0 : 1);
        }
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }

    void whatEndsProgramsIsHeldBackFromAWorkerThatBegins()
    {
        WorkerProcess::Options options{script("begins", "for s in TERM HUP INT; do kill -$s $$; done; exit 3")};
        const auto worker = WorkerProcess::start(options);
        QVERIFY(!worker);
        QVERIFY2(worker.error().message.ends_with("it exited with code 3"), worker.error().message.c_str());
    }

    void noWorkerIsNoRequestsFault_data()
    {
        QTest::addColumn<QString>("executable");
        QTest::addColumn<QString>("words");
        QTest::newRow("deleted") << QStringLiteral("/nowhere/knobscope-worker") << QStringLiteral("build or install it again");
        QTest::newRow("not executable") << QStringLiteral("/etc/passwd") << QStringLiteral("make it executable");
        QTest::newRow("ends at once") << QString::fromStdString(script("broken", "exit 127")) << QStringLiteral("code 127");
    }
    void noWorkerIsNoRequestsFault()
    {
        QFETCH(QString, executable);
        QFETCH(QString, words);
        RestartingWorker worker({executable.toStdString()}, "builder 1");
        const auto answer = worker.ask({{{"op", "x"}}, {}}, 5);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Io);
        QVERIFY2(answer.error().message.find(executable.toStdString()) != std::string::npos, answer.error().message.c_str());
        QVERIFY2(answer.error().message.find(words.toStdString()) != std::string::npos, answer.error().message.c_str());
    }

    void aWorkerThatIsKilledAsItBeginsIsReplaced()
    {
        const QByteArray begun = m_folder.filePath(QStringLiteral("begun")).toLocal8Bit();
        const QByteArray real = QByteArray::fromStdString(findWorker("").value());
        RestartingWorker worker(
            {script("second", "[ -e " + begun + " ] && exec " + real + " \"$@\"; touch " + begun + "; kill -9 $$")}, "builder 1");
        const auto answer = worker.ask({{{"op", "hello"}}, {}}, 30);
        QVERIFY2(answer.has_value(), answer ? "" : answer.error().message.c_str());
    }

    void withoutDescriptorsThereIsNoWorker()
    {
        rlimit before{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
        const rlimit none{0, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &none), 0);
        const auto worker = WorkerProcess::start({"/bin/true"});
        ::setrlimit(RLIMIT_NOFILE, &before);
        QVERIFY(!worker);
        QVERIFY2(worker.error().message.find("ulimit -n") != std::string::npos, worker.error().message.c_str());
    }

    void signalsOfOtherProgramsAreNoRequestsFault_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<bool>("isOwn");
        QTest::newRow("SIGUSR1") << SIGUSR1 << false;
        QTest::newRow("SIGALRM") << SIGALRM << false;
        QTest::newRow("SIGSEGV") << SIGSEGV << true;
        QTest::newRow("SIGABRT") << SIGABRT << true;
        QTest::newRow("SIGKILL") << SIGKILL << true; // a system ends so what takes too much memory
    }
    void signalsOfOtherProgramsAreNoRequestsFault()
    {
        QFETCH(int, signal);
        QFETCH(bool, isOwn);
        const auto worker = WorkerProcess::start({findWorker("").value()});
        QVERIFY2(worker.has_value(), worker ? "" : worker.error().message.c_str());
        ::kill((*worker)->pid(), signal);
        QVERIFY(!(*worker)->ask({{{"op", "hello"}}, {}}, 30));
        const std::string how = (*worker)->exitReason().message;
        QVERIFY2((*worker)->wasKilledExternally() != isOwn, how.c_str());
    }

    void whatAsksTheStarterToEndDoesNotEndAWorker()
    {
        const auto worker = WorkerProcess::start({findWorker("").value()});
        QVERIFY2(worker.has_value(), worker ? "" : worker.error().message.c_str());
        for (const int signal : {SIGTERM, SIGHUP, SIGINT}) {
            ::kill((*worker)->pid(), signal);
        }
        QVERIFY((*worker)->ask({{{"op", "hello"}}, {}}, 30).has_value());
    }

    void aStoppedWorkerTimesOut()
    {
        const auto worker = WorkerProcess::start({findWorker("").value()});
        QVERIFY2(worker.has_value(), worker ? "" : worker.error().message.c_str());
        ::kill((*worker)->pid(), SIGSTOP);
        const auto answer = (*worker)->ask({{{"op", "hello"}}, {}}, 0.5);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Timeout);
    }

    void aWorkerThatTakesTooMuchMemoryIsStopped()
    {
        WorkerProcess::Options options{script("grows", greeting + "x=0123456789abcdef; while :; do x=$x$x; done")};
        options.residentLimitBytes = int64_t{64} << 20;
        RestartingWorker worker(options, "builder 1");
        QElapsedTimer clock;
        clock.start();
        const auto answer = worker.ask({{{"op", "build"}}, {}}, 60);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Crashed);
        const std::string& why = answer.error().message;
        QVERIFY2(why.find("it used more than 64 MiB of memory") != std::string::npos, why.c_str());
        QVERIFY2(why.find("KNOBSCOPE_WORKER_MEMORY") != std::string::npos, why.c_str());
        QVERIFY(clock.elapsed() < 30000);
    }

    void aStopIsNotCalledATimeout()
    {
        RestartingWorker worker({script("waits", greeting + "exec sleep 60"), {}, 0, 30}, "network");
        const std::atomic<bool> stop = true;
        const auto answer = worker.ask({{{"op", "network open"}}, {}}, 3600, &stop);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code, ErrorCode::Timeout);
        QCOMPARE(answer.error().message, std::string("it was stopped before it answered"));
    }

    void nonsenseIsNotCalledACrash()
    {
        RestartingWorker worker({script("talks", greeting + "printf 'nonsense, and more of it' >&3; exec sleep 60"), {}, 0, 30},
                                "builder 1");
        const auto answer = worker.ask({{{"op", "build"}}, {}}, 30);
        QVERIFY(!answer);
        QCOMPARE(answer.error().message, std::string("The worker sent an invalid message"));
    }

    /// As one that hangs in a driver, a process that another one traces is not at its end for its parent after SIGKILL.
    void aWorkerThatTheSystemHoldsIsNotWaitedForWithoutEnd()
    {
        const auto worker = WorkerProcess::start({script("held", greeting + "exec sleep 60"), {}, 0, 30});
        QVERIFY2(worker.has_value(), worker ? "" : worker.error().message.c_str());
        const pid_t pid = (*worker)->pid();
        int told[2] = {-1, -1};
        QCOMPARE(::pipe(told), 0);
        const pid_t tracer = ::fork();
        if (tracer == 0) {
            const char traces = ::ptrace(PTRACE_SEIZE, pid, nullptr, nullptr) == 0 ? 1 : 0;
            (void)!::write(told[1], &traces, 1);
            ::pause();
            ::_exit(0);
        }
        char traces = 0;
        const bool isTold = ::read(told[0], &traces, 1) == 1;
        std::string how;
        QElapsedTimer clock;
        clock.start();
        if (isTold && traces) {
            (*worker)->kill();
            how = (*worker)->exitReason().message;
        }
        const qint64 took = clock.elapsed();
        ::kill(tracer, SIGKILL);
        ::waitpid(tracer, nullptr, 0);
        if (!traces) {
            QSKIP("processes may not be traced here");
        }
        ::waitpid(pid, nullptr, 0);
        QVERIFY((*worker)->isUnkillable());
        QVERIFY2(how.find("does not exit") != std::string::npos, how.c_str());
        QVERIFY(took < 30000);
    }

    void aProgramThatClosesItsSocketAndLivesOnIsEnded()
    {
        QElapsedTimer clock;
        clock.start();
        const auto worker = WorkerProcess::start({script("closes", "exec 3>&-; exec sleep 60"), {}, 0, 30});
        QVERIFY(!worker);
        QVERIFY2(worker.error().message.find("SIGKILL") != std::string::npos, worker.error().message.c_str());
        QVERIFY(clock.elapsed() < 30000);
    }
};

QTEST_APPLESS_MAIN(TestWorkerProcess)
#include "tst_workerprocess.moc"

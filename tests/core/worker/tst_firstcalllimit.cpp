// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a process under a FirstCallLimit.
#include "core/worker/firstcalllimit.h"
#include "tests/sanitizers/sanitizers.h"

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <ctime>
#include <functional>
#include <thread>

using namespace knobscope;

namespace {

/// The code with which a process ends that does this under such a limit; 0 when it came to the end. `meanwhile`: by this one.
int endOf(double seconds, const std::function<void()>& work, const std::function<void()>& meanwhile = [] {})
{
    const pid_t child = ::fork();
    if (child == 0) {
        {
            const FirstCallLimit limit(seconds);
            work();
        }
        ::_exit(0);
    }
    meanwhile();
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Computes for so many seconds of the process.
void spin(double cpuSeconds)
{
    const auto processor = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
    const double start = processor();
    while (processor() - start < cpuSeconds) {
    }
}

} // namespace

class TestFirstCallLimit : public QObject
{
    Q_OBJECT
private slots:
    void whatComputesForLongerIsStopped()
    {
        if (underThreadSanitizer) {
            QSKIP("the thread sanitizer keeps signals back from what only computes");
        }
        QCOMPARE(endOf(0.05, [] { spin(2); }), kCutOffExitCode);
        QCOMPARE(endOf(0.5, [] { spin(0.02); }), 0);
    }

    void zeroIsNoLimit()
    {
        QCOMPARE(endOf(0, [] { spin(0.2); }), 0);
    }

    void waitingIsNotComputing()
    {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        char byte = 0;
        ssize_t heard = 0;
        const auto wait = [&] { heard = ::read(ends[0], &byte, 1); };
        const auto compute = [&] {
            spin(0.1); // twice the limit
            heard = ::write(ends[1], &byte, 1);
        };
        QCOMPARE(endOf(0.05, wait, compute), 0);
        QCOMPARE(heard, ssize_t(1));
        ::close(ends[0]);
        ::close(ends[1]);
    }

    void allThreadsCount()
    {
        if (underThreadSanitizer) {
            QSKIP("the thread sanitizer does not follow threads of a forked child");
        }
        QCOMPARE(endOf(0.5,
                       [] {
                           std::thread other([] { spin(10); });
                           spin(10);
                           other.join();
                       }),
                 kCutOffExitCode);
    }

    void itEndsWithTheCall()
    {
        QCOMPARE(endOf(1,
                       [] {
                           {
                               const FirstCallLimit limit(0.1);
                           }
                           spin(0.4);
                       }),
                 0);
    }
};

QTEST_APPLESS_MAIN(TestFirstCallLimit)
#include "tst_firstcalllimit.moc"

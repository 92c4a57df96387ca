// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a process under a FirstCallLimit.
#include "core/measure/firstcalllimit.h"
#include "tests/sanitizers/sanitizers.h"

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <functional>
#include <thread>

using namespace knobscope;

namespace {

/// The code with which a process ends that does this under such a limit; 0 when it came to the end.
int endOf(double seconds, const std::function<void()>& work)
{
    const pid_t child = ::fork();
    if (child == 0) {
        {
            const FirstCallLimit limit(seconds);
            work();
        }
        ::_exit(0);
    }
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
        QCOMPARE(endOf(0.05, [] { spin(2); }), cutOffExit);
        QCOMPARE(endOf(0.5, [] { spin(0.02); }), 0);
    }

    void zeroIsNoLimit()
    {
        QCOMPARE(endOf(0, [] { spin(0.2); }), 0);
    }

    void waitingIsNotComputing()
    {
        QCOMPARE(endOf(0.05, [] { std::this_thread::sleep_for(std::chrono::milliseconds(400)); }), 0);
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
                 cutOffExit);
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

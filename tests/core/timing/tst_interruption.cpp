// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/interruption.h"
#include "core/timing/plaintiming.h"

#include <QtTest>

#include <atomic>
#include <thread>
#include <vector>

#include <sched.h>
#include <time.h>

using namespace knobscope;

namespace {

/// Keeps the core busy for so much of the thread's own time, however long that takes.
void work(double seconds)
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    const double until = static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 + seconds;
    while (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 < until) {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    }
}

/// Threads that want the caller's core for themselves, and the caller held on it.
class CrowdedCore
{
public:
    CrowdedCore()
    {
        sched_getaffinity(0, sizeof m_allowed, &m_allowed);
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(sched_getcpu(), &one);
        sched_setaffinity(0, sizeof one, &one); // threads made from here on inherit it
        for (int i = 0; i < 3; ++i) {
            m_rivals.emplace_back([this] {
                while (!m_stop) {
                }
            });
        }
    }
    ~CrowdedCore()
    {
        m_stop = true;
        for (std::thread& rival : m_rivals) {
            rival.join();
        }
        sched_setaffinity(0, sizeof m_allowed, &m_allowed);
    }

private:
    cpu_set_t m_allowed{};
    std::atomic<bool> m_stop{false};
    std::vector<std::thread> m_rivals;
};

} // namespace

class TstInterruption : public QObject
{
    Q_OBJECT

private slots:
    /// A kernel that outlasts the time slices is interrupted in every attempt; what the others took must not count.
    void processorTimeCountsOnACrowdedCore()
    {
        constexpr double own = 0.04;
        const CrowdedCore crowd;
        const int64_t before = interruptions();
        const double seconds = timeUninterrupted([] { work(own); }, 1);
        QVERIFY2(interruptions() > before, "the rivals never ran: nothing was tested");
        QVERIFY2(seconds >= own && seconds < own * 1.25, qPrintable(QString::number(seconds)));
    }

    void meanOfSeveralCalls()
    {
        int called = 0;
        const CrowdedCore crowd;
        const double seconds = timeUninterrupted(
            [&] {
                work(0.01);
                ++called;
            },
            4);
        QVERIFY(called >= 4 && called % 4 == 0);
        QVERIFY2(seconds >= 0.01 && seconds < 0.0125, qPrintable(QString::number(seconds)));
    }

    void longCallsAreNotRepeated()
    {
        int called = 0;
        const CrowdedCore crowd;
        timeUninterrupted(
            [&] {
                work(0.06);
                ++called;
            },
            1);
        QCOMPARE(called, 1);
    }
};

QTEST_GUILESS_MAIN(TstInterruption)
#include "tst_interruption.moc"

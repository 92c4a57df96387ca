// SPDX-License-Identifier: GPL-3.0-or-later
// Time limits count the time in which this program ran: neither Ctrl-Z nor a sleeping machine uses them up.
#include "core/worker/runningdeadline.h"

#include <QTest>

using namespace knobscope;
using namespace std::chrono_literals;

class TestRunningDeadline : public QObject
{
    Q_OBJECT
private:
    using Clock = RunningDeadline::Clock;
    const Clock::time_point m_start{1000s};

private slots:
    void itComesInItsTime()
    {
        RunningDeadline deadline(1, m_start);
        int looks = 0;
        auto now = m_start;
        for (auto wait = deadline.poll(now); wait.count() > 0; wait = deadline.poll(now)) {
            now += wait;
            ++looks;
        }
        QVERIFY(now - m_start == 1s);
        QVERIFY(looks > 1); // or a stop would go unnoticed
        QCOMPARE(deadline.stoppedSeconds(), 0.0);
        QVERIFY(deadline.poll(now).count() == 0);
    }

    void aStopDoesNotBringItNearer()
    {
        RunningDeadline deadline(1, m_start);
        const auto wait = deadline.poll(m_start);
        QVERIFY(deadline.poll(m_start + wait + 12s) > 0ms);
        QVERIFY(std::abs(deadline.stoppedSeconds() - 12) < 1e-9);
        auto now = m_start + wait + 12s;
        for (auto next = deadline.poll(now); next.count() > 0; next = deadline.poll(now)) {
            now += next;
        }
        QVERIFY(now - m_start == 13s);
    }

    void aBusyMachineIsNoStop()
    {
        RunningDeadline deadline(1, m_start);
        const auto wait = deadline.poll(m_start);
        (void)deadline.poll(m_start + wait + 900ms);
        QCOMPARE(deadline.stoppedSeconds(), 0.0);
        QVERIFY(stoppedDuring(5s, 50ms) == 4950ms);
        QVERIFY(stoppedDuring(1s, 50ms) == 0s);
    }

    void itCanBeHastened()
    {
        RunningDeadline deadline(60, m_start);
        deadline.shorten(100ms, m_start);
        QVERIFY(deadline.poll(m_start) == 100ms);
        deadline.shorten(10s, m_start);
        QVERIFY(deadline.poll(m_start + 100ms) == 0ms);
        QVERIFY(RunningDeadline(1e300, m_start).poll(m_start) > 0ms);
    }
};

QTEST_APPLESS_MAIN(TestRunningDeadline)
#include "tst_runningdeadline.moc"

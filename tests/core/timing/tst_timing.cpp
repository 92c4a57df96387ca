// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/pairedtiming.h"
#include "core/timing/plaintiming.h"
#include "core/worker/channel.h"

#include <QTest>

#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <random>

using namespace knobscope;

class TestTiming : public QObject
{
    Q_OBJECT
private slots:
    void autotvmDropsTheExtremes()
    {
        QCOMPARE(trimmedCosts({3, 1, 2}), (std::vector<double>{2}));
        QCOMPARE(trimmedCosts({3, 1}), (std::vector<double>{3, 1}));
    }

    /// Both kernels meet the same slow stretches; the ratio does not see them.
    void pairsCancelSlowStretches()
    {
        int call = 0;
        const auto slow = [&] { return (call / 7) % 2 == 0 ? 1.0 : 1.9; };
        const auto taking = [&](double seconds) {
            return [&, seconds] {
                ++call;
                return seconds * slow();
            };
        };
        TimedPairs pairs(taking(0.8e-3), taking(1e-3));
        estimateRatio(pairs, false);
        QVERIFY(std::abs(pairs.ratio() - 0.8) < 0.02);
    }

    void losersAreLetGoEarly_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<int>("pairs");
        QTest::newRow("hopeless") << 10e-3 << 1;
        QTest::newRow("slow") << 2e-3 << 3;
        QTest::newRow("a little slower, and steady") << 1.02e-3 << 3;
        QTest::newRow("just as quick") << 1e-3 << 11;
    }
    void losersAreLetGoEarly()
    {
        QFETCH(double, seconds);
        TimedPairs pairs([=] { return seconds; }, [] { return 1e-3; });
        QVERIFY(!mayBeFaster(pairs));
        QTEST(pairs.count(), "pairs");
        QCOMPARE(pairs.ratio(), seconds / 1e-3);
    }

    void losersThatScatterAreLookedAtAgain()
    {
        int call = 0;
        const auto scattering = [&] { return 1e-3 * (1.02 + 0.03 * (++call % 3)); };
        TimedPairs pairs(scattering, [] { return 1e-3; });
        QVERIFY(!mayBeFaster(pairs));
        QCOMPARE(pairs.count(), 7);
    }

    void winnersNeedFreshPairs()
    {
        TimedPairs screened([] { return 0.97e-3; }, [] { return 1e-3; });
        QVERIFY(mayBeFaster(screened));
        QCOMPARE(screened.count(), 3);
        TimedPairs steady([] { return 0.97e-3; }, [] { return 1e-3; });
        QVERIFY(isProvenFaster(steady));
        QCOMPARE(steady.count(), 7);
        TimedPairs farAhead([] { return 0.5e-3; }, [] { return 1e-3; });
        QVERIFY(isProvenFaster(farAhead));
        QCOMPARE(farAhead.count(), 5);
        int call = 0;
        TimedPairs everyOther([&] { return ++call % 2 == 0 ? 0.9e-3 : 1.1e-3; }, [] { return 1e-3; });
        QVERIFY(!isProvenFaster(everyOther));
        int calls = 0;
        TimedPairs mostly([&] { return ++calls % 8 == 4 ? 1.1e-3 : 0.95e-3; }, [] { return 1e-3; }); // one of eight is lost
        QVERIFY(isProvenFaster(mostly));
        QCOMPARE(mostly.count(), 15);
    }

    void slowKernelsGetFewPairs()
    {
        TimedPairs pairs([] { return 2.0; }, [] { return 2.1; });
        QVERIFY(mayBeFaster(pairs));
        QCOMPARE(pairs.count(), 3);
        TimedPairs proven([] { return 2.0; }, [] { return 2.1; });
        QVERIFY(isProvenFaster(proven));
        QCOMPARE(proven.count(), 5);
        TimedPairs weighed([] { return 2.0; }, [] { return 2.1; });
        estimateRatio(weighed, false);
        QCOMPARE(weighed.count(), 3);
    }

    /// Runs of networks: enough pairs for an interval, however slow, and no more than it takes.
    void slowCallsGetAnInterval()
    {
        TimedPairs slow([] { return 2.0; }, [] { return 2.1; });
        estimateSlowRatio(slow, 0);
        QCOMPARE(slow.count(), 6);
        TimedPairs steady([] { return 2.0; }, [] { return 2.1; });
        estimateSlowRatio(steady, 60);
        QCOMPARE(steady.count(), 15);
        int call = 0;
        TimedPairs scattering([&] { return 1 + 0.1 * (++call % 3); }, [] { return 1.0; });
        estimateSlowRatio(scattering, 60);
        QVERIFY2(scattering.count() > 15, qPrintable(QString::number(scattering.count())));
    }

    /// Where other programs take most of the time, calls that return their own time take much longer.
    void aBusyMachineEndsPairsEarly()
    {
        const auto preempted = [] {
            ::usleep(150'000);
            return 1e-3;
        };
        TimedPairs pairs(preempted, preempted);
        estimateRatio(pairs, false);
        QVERIFY2(pairs.count() <= 4, qPrintable(QString::number(pairs.count())));
    }

    void aCrushedPartnerIsRunOnce()
    {
        const auto quick = [] { return 1e-3; };
        const auto slow = [] { return 1.0; };
        TimedPairs screened(quick, slow);
        QVERIFY(mayBeFaster(screened));
        TimedPairs proven(quick, slow);
        QVERIFY(isProvenFaster(proven));
        TimedPairs weighed(quick, slow);
        estimateRatio(weighed, false);
        QCOMPARE(screened.count() + proven.count() + weighed.count(), 3);
    }

    void thoroughMeansUntilItIsKnown()
    {
        TimedPairs steady([] { return 1e-3; }, [] { return 1e-3; });
        estimateRatioThoroughly(steady);
        QCOMPARE(steady.count(), 60); // over four stretches, however steady the first is
        std::mt19937 random(3);
        std::normal_distribution noise(0.0, 0.05);
        TimedPairs scattering([&] { return 1e-3 * std::exp(noise(random)); }, [] { return 1e-3; });
        estimateRatioThoroughly(scattering);
        QVERIFY(scattering.count() > 60 && scattering.count() < 400);
        TimedPairs hopeless([&] { return 1e-3 * std::exp(10 * noise(random)); }, [] { return 1e-3; });
        estimateRatioThoroughly(hopeless);
        QVERIFY(hopeless.spent() > 1 || hopeless.count() == 1000); // it ends
    }

    void plainTimingFollowsAutotvm()
    {
        int calls = 0;
        int flushes = 0;
        MeasureOptions options;
        options.number = 5;
        options.repeat = 4;
        QCOMPARE(timePlain([&](int64_t n) { return timeCalls([&] { ++calls; }, n); }, [&] { ++flushes; }, options).size(),
                 size_t(4));
        QCOMPARE(calls, 1 + 4 * 5);
        QCOMPARE(flushes, 4);
    }

    void messagesTravelWhole()
    {
        int ends[2];
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel a(ends[0]);
        Channel b(ends[1]);
        QVERIFY(a.send({{{"op", "x"}}, {std::byte{1}, std::byte{2}}}).has_value());
        const auto got = b.receive();
        QVERIFY(got.has_value());
        QCOMPARE(got->blob.size(), size_t(2));
        RunningDeadline soon(0.02);
        QVERIFY(b.receive(&soon).error().code == ErrorCode::Timeout);
        // What is there by the deadline counts, however late one looks.
        QVERIFY(a.send({{{"op", "x"}}, {}}).has_value());
        RunningDeadline over(0);
        QVERIFY(b.receive(&over).has_value());
        a.close();
        QVERIFY(b.receive().error().code == ErrorCode::Crashed);
    }

    void whatNobodyTakesIsGivenUp()
    {
        int ends[2];
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel a(ends[0]);
        const Channel stopped(ends[1]);
        RunningDeadline soon(0.05);
        const Message large{{{"op", "x"}}, std::vector<std::byte>(8 << 20)}; // more than the system keeps
        QVERIFY(a.send(large, &soon).error().code == ErrorCode::Timeout);
    }

    void garbageIsNoMessage()
    {
        std::mt19937 random(2);
        for (int round = 0; round < 200; ++round) {
            int ends[2];
            QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
            Channel reader(ends[1]);
            std::string bytes;
            for (size_t i = 0; i < random() % 64; ++i) {
                bytes += static_cast<char>(random());
            }
            QCOMPARE(::write(ends[0], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
            ::close(ends[0]);
            QVERIFY(!reader.receive());
        }
    }
};

QTEST_APPLESS_MAIN(TestTiming)
#include "tst_timing.moc"

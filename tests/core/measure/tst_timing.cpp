// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/channel.h"
#include "core/measure/pairedtiming.h"
#include "core/measure/plaintiming.h"

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
        const PairedTiming t = timePaired(
            [&] {
                ++call;
                return 0.8e-3 * slow();
            },
            [&] {
                ++call;
                return 1e-3 * slow();
            });
        QVERIFY(std::abs(t.ratio - 0.8) < 0.02);
        QVERIFY(!t.dropped);
    }

    void slowConfigsAreDroppedEarly()
    {
        const auto pairs = [](double candidate) { return timePaired([=] { return candidate; }, [] { return 1e-3; }); };
        QCOMPARE(pairs(10e-3).pairs, 1);
        QCOMPARE(pairs(2e-3).pairs, 3);
        QVERIFY(pairs(2e-3).dropped);
        QVERIFY(pairs(1e-3).pairs >= 7);
    }

    void hopelessWarmUpsAreTheMeasurement()
    {
        int calls = 0;
        const auto timed = [&](double warmUp) {
            calls = 0;
            return timePaired(
                [&] {
                    ++calls;
                    return 20e-3;
                },
                [] { return 1e-3; }, {}, warmUp);
        };
        const PairedTiming slow = timed(20e-3);
        QCOMPARE(calls, 0);
        QVERIFY(slow.dropped);
        QCOMPARE(slow.ratio, 20.0);
        QVERIFY(timed(8e-3).pairs >= 1); // may be the cold start's fault: it gets its chance
        QVERIFY(calls > 0);
        (void)timed(0.9e-3);
        QVERIFY(calls > 0);
    }

    void likelyLosersNeedNoSevenPairs()
    {
        const auto pairs = [](double candidate) { return timePaired([=] { return candidate; }, [] { return 1e-3; }); };
        QCOMPARE(pairs(1.2e-3).pairs, 3);
        QVERIFY(pairs(1.2e-3).dropped);
        QVERIFY(pairs(1.08e-3).pairs >= 7);
        QCOMPARE(pairs(0.5e-3).pairs, 3); // wins by far: by how much is not worth more time
        QVERIFY(!pairs(0.5e-3).dropped);
        QVERIFY(pairs(0.9e-3).pairs >= 7);
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
        QVERIFY(b.receive(std::chrono::steady_clock::now() + std::chrono::milliseconds(20)).error().code == ErrorCode::Timeout);
        a.close();
        QVERIFY(b.receive().error().code == ErrorCode::Crashed);
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

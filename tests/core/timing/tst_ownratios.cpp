// SPDX-License-Identifier: GPL-3.0-or-later
// What a candidate that is not proven faster than its partner says of itself.
#include "simulatedmachine.h"

#include "core/timing/pairedtiming.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace knobscope;

namespace {

constexpr double anchorSeconds = 1.4e-3;

std::vector<Timing> timed(const std::vector<double>& speedups, double noise, unsigned seed)
{
    SimulatedMachine machine({noise}, seed);
    SimulatedTask task(machine);
    std::vector<Timing> timings;
    if (!task.setAnchor(anchorSeconds)) {
        return timings;
    }
    for (const double speedup : speedups) {
        TimedKernel& kernel = task.kernel(anchorSeconds / speedup);
        const double warmUp = kernel.timeBatch(1);
        timings.push_back(task.time(kernel, warmUp).timing);
    }
    return timings;
}

} // namespace

class TestOwnRatios : public QObject
{
    Q_OBJECT
private slots:
    void equalKernelsAreTiedAndKeepTheirRatios()
    {
        int ties = 0;
        int all = 0;
        int covered = 0;
        int decided = 0;
        std::vector<double> faster;
        for (unsigned seed = 1; seed <= 10; ++seed) {
            for (const Timing& timing : timed(std::vector<double>(200, 1.0), 0.01, seed)) {
                ++all;
                ties += timing.isTied ? 1 : 0;
                if (timing.isTied || *timing.ratio > 1) { // not a winner, whose uncertainty is that of other pairs
                    ++decided;
                    covered += std::abs(*timing.ratio - 1) <= *timing.ratio * timing.uncertainty.value_or(0) ? 1 : 0;
                }
                if (timing.isTied && *timing.ratio < 1) {
                    faster.push_back(*timing.ratio);
                }
            }
        }
        const QString counts = QStringLiteral("%1 of %2 tied, %3 of %4 covered, %5 faster")
                                   .arg(ties)
                                   .arg(all)
                                   .arg(covered)
                                   .arg(decided)
                                   .arg(faster.size());
        qInfo("%s", qPrintable(counts));
        QVERIFY2(ties > 0.85 * all, qPrintable(counts));
        QVERIFY2(covered > 0.85 * decided, qPrintable(counts)); // pairs end as soon as they decide
        std::sort(faster.begin(), faster.end());
        QVERIFY2(faster.size() > 100, qPrintable(counts));
        QVERIFY(std::adjacent_find(faster.begin(), faster.end()) == faster.end());
        QVERIFY(faster.front() > 0.95);
    }

    void aSlowerKernelIsNoTie()
    {
        for (const double speedup : {0.3, 0.8, 0.95}) {
            const Timing slow = timed({1, speedup}, 0.01, 3).back();
            QVERIFY(!slow.isTied);
            QVERIFY(std::abs(*slow.ratio * speedup - 1) < 0.06);
        }
    }

    void fewPairsAreLessCertain()
    {
        double next = 0;
        TimedPairs pairs([&next] { return 1 + 0.01 * (next = next == 2 ? 0 : next + 1); }, [] { return 1.0; });
        pairs.measurePair();
        QCOMPARE(pairs.uncertainty(), std::nullopt);
        pairs.measurePair();
        pairs.measurePair();
        // 1.01, 1.02 and 1.00: logarithms scatter by 0.01, and t of two degrees of freedom is 4.303.
        QVERIFY(std::abs(*pairs.uncertainty() - 4.303 * 0.01 / std::sqrt(3.0)) < 5e-4);
        while (pairs.count() < 15) {
            pairs.measurePair();
        }
        QVERIFY(*pairs.uncertainty() < 0.0101 && *pairs.uncertainty() > 0.004); // ranks 4 to 12
    }
};

QTEST_GUILESS_MAIN(TestOwnRatios)
#include "tst_ownratios.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

using namespace knobscope;

namespace {

/// How often the values of rank `low` and n + 1 - low enclose the median, by Pascal's triangle.
double coverage(int n, int low)
{
    std::vector<uint64_t> row{1};
    for (int i = 1; i <= n; ++i) {
        row.push_back(0);
        for (size_t k = row.size() - 1; k > 0; --k) {
            row[k] += row[k - 1];
        }
    }
    uint64_t outside = 0;
    for (int below = 0; below < low; ++below) {
        outside += 2 * row[static_cast<size_t>(below)];
    }
    return 1 - static_cast<double>(outside) / static_cast<double>(uint64_t{1} << n);
}

/// The ranks, from 1, that the interval of n values runs between.
std::pair<int, int> ranks(int n)
{
    std::vector<double> values(static_cast<size_t>(n));
    std::iota(values.rbegin(), values.rend(), 1.0);
    const MedianInterval interval = medianInterval(values);
    return {static_cast<int>(interval.low), static_cast<int>(interval.high)};
}

} // namespace

class TestStatistics : public QObject
{
    Q_OBJECT
private slots:
    void medians()
    {
        QCOMPARE(median(std::vector{3.0, 1.0, 2.0}), 2.0);
        QCOMPARE(median(std::vector{4.0, 1.0, 2.0, 3.0}), 2.5);
        QVERIFY(std::isnan(median({})));
        QCOMPARE(mean(std::vector{4.0, 1.0, 2.0, 3.0}), 2.5);
        QVERIFY(std::isnan(mean({})));
        QCOMPARE(quantile(std::vector{0.0, 10.0}, 0.25), 2.5);
    }

    void whatWasNeverReachedRanksLast()
    {
        constexpr double never = std::numeric_limits<double>::infinity();
        QCOMPARE(median(std::vector{never, 1.0, 2.0}), 2.0);
        QCOMPARE(median(std::vector{never, 2.0, 1.0, 4.0}), 3.0);
        QCOMPARE(median(std::vector{never, 2.0, 1.0, never}), never);
        QCOMPARE(median(std::vector{never, 2.0, never}), never);
    }

    void theIntervalHasTheRanksOfTheBinomial()
    {
        QCOMPARE(ranks(15), (std::pair{4, 12}));
        QVERIFY(std::abs(coverage(15, 4) - 0.965) < 5e-4);
        for (int n = 1; n < 6; ++n) {
            QCOMPARE(ranks(n), (std::pair{1, n}));
        }
        for (int n = 6; n <= 60; ++n) {
            const auto [low, high] = ranks(n);
            QCOMPARE(low + high, n + 1);
            QVERIFY2(coverage(n, low) >= 0.95, qPrintable(QString::number(n)));
            QVERIFY2(coverage(n, low + 1) < 0.95, qPrintable(QString::number(n)));
        }
        // Far out the normal approximation is right to a rank or so.
        for (const int n : {1000, 10'001, 100'000}) {
            QVERIFY(std::abs(ranks(n).first - (n / 2.0 - 1.96 * std::sqrt(n) / 2)) < 1.5);
        }
        QVERIFY(std::isinf(medianInterval({}).low) && std::isinf(medianInterval({}).high));
    }

    void theIntervalHoldsTheMedianAsOftenAsItSays()
    {
        std::mt19937 random(1);
        std::normal_distribution<double> normal(0, 1);
        const auto skewed = [&] { return std::exp(normal(random)) - 1; };
        const auto withOutliers = [&] { return normal(random) * (random() % 10 == 0 ? 50 : 1); };
        const std::vector<std::function<double()>> shapes{[&] { return normal(random); }, skewed, withOutliers};
        for (const auto& shape : shapes) {
            for (const int n : {6, 7, 9, 15, 22, 30, 60}) {
                const int rounds = 8000;
                int held = 0;
                std::vector<double> values(static_cast<size_t>(n));
                for (int round = 0; round < rounds; ++round) {
                    std::generate(values.begin(), values.end(), shape);
                    const MedianInterval interval = medianInterval(values); // of a distribution with median 0
                    held += interval.low <= 0 && 0 <= interval.high ? 1 : 0;
                }
                const double share = static_cast<double>(held) / rounds;
                const double exact = coverage(n, ranks(n).first);
                QVERIFY2(std::abs(share - exact) < 4 * std::sqrt(exact * (1 - exact) / rounds),
                         qPrintable(QStringLiteral("n = %1: %2, not %3").arg(n).arg(share).arg(exact)));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"

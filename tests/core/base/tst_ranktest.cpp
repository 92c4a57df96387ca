// SPDX-License-Identifier: GPL-3.0-or-later
// Rank tests, against textbook values and by counting every case.
#include "core/base/ranktest.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace knobscope;

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

double u(const std::vector<double>& a, const std::vector<double>& b)
{
    double pairs = 0;
    for (const double x : a) {
        for (const double y : b) {
            pairs += x < y ? 1 : x == y ? 0.5 : 0;
        }
    }
    return pairs;
}

/// Every way to deal the values to two samples of these sizes: how many lie as far from the middle.
double pByCounting(const std::vector<double>& a, const std::vector<double>& b)
{
    std::vector<double> all(a);
    all.insert(all.end(), b.begin(), b.end());
    const double middle = static_cast<double>(a.size() * b.size()) / 2;
    const double seen = std::abs(u(a, b) - middle);
    double far = 0;
    double total = 0;
    for (unsigned mask = 0; mask < (1u << all.size()); ++mask) {
        if (static_cast<size_t>(__builtin_popcount(mask)) != a.size()) {
            continue;
        }
        std::vector<double> x;
        std::vector<double> y;
        for (size_t i = 0; i < all.size(); ++i) {
            (mask >> i & 1 ? x : y).push_back(all[i]);
        }
        ++total;
        far += std::abs(u(x, y) - middle) >= seen - 1e-9 ? 1 : 0;
    }
    return far / total;
}

} // namespace

class TestRankTest : public QObject
{
    Q_OBJECT
private slots:
    void rankTestKnowsTextbookValues()
    {
        // Separated samples of five: 2 of C(10,5) = 252 deals are as extreme.
        const std::vector<double> low{1, 2, 3, 4, 5};
        const std::vector<double> high{6, 7, 8, 9, 10};
        const RankTest test = rankTest(low, high);
        QCOMPARE(test.u, 25.0);
        QCOMPARE(test.probability, 1.0);
        QVERIFY(std::abs(test.pValue - 2.0 / 252) < 1e-12);
        QVERIFY(std::abs(rankTest(high, low).pValue - 2.0 / 252) < 1e-12);
        QCOMPARE(rankTest(low, low).pValue, 1.0);
        QCOMPARE(rankTest({}, low).pValue, 1.0);
        QVERIFY(std::abs(smallestPValue(5, 5) - 2.0 / 252) < 1e-15);
        QVERIFY(std::abs(smallestPValue(3, 2) - 0.2) < 1e-15);
        QCOMPARE(minRunsForSignificance(0.05), size_t(4)); // 2 / C(8,4) = 0.029; with three each 2 / 20 = 0.1
    }

    void rankTestAgreesWithCountingAllDeals()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 120; ++round) {
            std::vector<double> a(1 + random() % 5);
            std::vector<double> b(1 + random() % 6);
            for (std::vector<double>* sample : {&a, &b}) {
                for (double& value : *sample) {
                    value = static_cast<double>(random() % 7); // many ties
                    value = value == 6 ? never : value;
                }
            }
            const RankTest test = rankTest(a, b);
            QVERIFY(test.exact);
            QVERIFY(std::abs(test.u - u(a, b)) < 1e-9);
            QVERIFY2(std::abs(test.pValue - pByCounting(a, b)) < 1e-9, qPrintable(QString::number(test.pValue)));
        }
    }

    void normalApproximationMeetsShuffling()
    {
        std::mt19937 random(3);
        std::vector<double> a;
        std::vector<double> b;
        for (int i = 0; i < 25; ++i) {
            a.push_back(static_cast<double>(random() % 20)); // ties as well
            b.push_back(static_cast<double>(random() % 20) + 4);
        }
        const RankTest normal = rankTest(a, b);
        QVERIFY(!normal.exact);
        std::vector<double> all(a);
        all.insert(all.end(), b.begin(), b.end());
        const double middle = 25.0 * 25 / 2;
        const double seen = std::abs(u(a, b) - middle);
        int far = 0;
        const int shuffles = 20000;
        for (int i = 0; i < shuffles; ++i) {
            std::shuffle(all.begin(), all.end(), random);
            far += std::abs(u({all.begin(), all.begin() + 25}, {all.begin() + 25, all.end()}) - middle) >= seen ? 1 : 0;
        }
        const double shuffled = static_cast<double>(far) / shuffles;
        QVERIFY2(std::abs(normal.pValue - shuffled) < 0.01,
                 qPrintable(QString::number(shuffled) + ' ' + QString::number(normal.pValue)));
    }

    void severalTestsCostWhatHolmSays()
    {
        std::vector<double> p{0.04, 0.01, 0.03};
        applyHolmCorrection(p);
        QVERIFY(std::abs(p[1] - 0.03) < 1e-12);
        QVERIFY(std::abs(p[2] - 0.06) < 1e-12);
        QVERIFY(std::abs(p[0] - 0.06) < 1e-12); // never below a smaller one's
    }
};

QTEST_APPLESS_MAIN(TestRankTest)
#include "tst_ranktest.moc"

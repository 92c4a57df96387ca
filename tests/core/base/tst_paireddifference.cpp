// SPDX-License-Identifier: GPL-3.0-or-later
// Signed ranks, against textbook values and by tossing every coin.
#include "core/base/paireddifference.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace knobscope;

namespace {

/// The rank sum of the positive differences less that of the negative ones; equal sizes share their ranks.
double signedSum(const std::vector<double>& differences)
{
    double sum = 0;
    for (const double x : differences) {
        double rank = 0.5;
        for (const double y : differences) {
            rank += std::abs(y) < std::abs(x) ? 1 : std::abs(y) == std::abs(x) ? 0.5 : 0;
        }
        sum += x > 0 ? rank : -rank;
    }
    return sum;
}

/// The share of all ways to give the differences signs that come as far from the middle.
double pByTossing(std::vector<double> differences)
{
    std::erase(differences, 0.0);
    const double seen = std::abs(signedSum(differences));
    int far = 0;
    for (unsigned heads = 0; heads < (1u << differences.size()); ++heads) {
        std::vector<double> tossed;
        for (size_t i = 0; i < differences.size(); ++i) {
            tossed.push_back((heads >> i & 1 ? 1 : -1) * std::abs(differences[i]));
        }
        far += std::abs(signedSum(tossed)) >= seen - 1e-9 ? 1 : 0;
    }
    return static_cast<double>(far) / static_cast<double>(1u << differences.size());
}

std::vector<double> drawn(size_t count, double mean, std::mt19937& random)
{
    std::normal_distribution<double> noise(mean, 1);
    std::vector<double> values(count);
    std::generate(values.begin(), values.end(), [&] { return noise(random); });
    return values;
}

} // namespace

class TestPairedDifference : public QObject
{
    Q_OBJECT
private slots:
    /// The two-sided 5 % points of Wilcoxon's table: the smaller rank sum may be at most so large.
    void criticalValuesAreThoseOfTheTable()
    {
        const std::pair<int, int> table[] = {{6, 0}, {7, 2}, {8, 3}, {9, 5}, {10, 8}, {12, 13}, {15, 25}, {20, 52}, {25, 89}};
        for (const auto& [pairs, critical] : table) {
            for (const int sum : {critical, critical + 1}) {
                std::vector<double> differences;
                int left = sum; // the ranks that are to be negative, the largest first
                for (int rank = pairs; rank > 0; --rank) {
                    differences.push_back(rank <= left ? -rank : rank);
                    left -= rank <= left ? rank : 0;
                }
                QCOMPARE(left, 0);
                QCOMPARE(pairedDifference(differences).pValue <= 0.05, sum == critical);
            }
        }
    }

    void pIsTheShareOfAllTosses()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 150; ++round) {
            std::vector<double> differences(1 + random() % 10);
            for (double& difference : differences) {
                difference = static_cast<double>(random() % 9) - 3; // ties, and no difference at all
            }
            const double p = pairedDifference(differences).pValue;
            QVERIFY2(std::abs(p - pByTossing(differences)) < 1e-12, qPrintable(QString::number(p)));
        }
        QCOMPARE(pairedDifference({}).pValue, 1.0);
        QCOMPARE(pairedDifference(std::vector<double>(8, 0.0)).pValue, 1.0);
    }

    void theEstimateIsTheMedianOfMeansByHand()
    {
        // Means of 1, 2, 9, each with itself too: 1, 1.5, 2, 5, 5.5, 9.
        QCOMPARE(pairedDifference(std::vector{9.0, 1.0, 2.0}).estimate, 3.5);
        QVERIFY(std::isinf(pairedDifference(std::vector{9.0, 1.0, 2.0, 3.0, 4.0}).low));
        const PairedDifference six = pairedDifference(std::vector{9.0, 1.0, 2.0, 3.0, 4.0, 5.0});
        QCOMPARE(six.low, 1.0);
        QCOMPARE(six.high, 9.0);
    }

    void theIntervalLeavesZeroOutWhenTheTestDoes()
    {
        std::mt19937 random(12);
        for (const size_t pairs : {6, 7, 8, 10, 15, 40, 100, 150}) {
            for (int round = 0; round < 60; ++round) {
                const PairedDifference d = pairedDifference(drawn(pairs, 2 / std::sqrt(static_cast<double>(pairs)), random));
                QVERIFY(d.low <= d.estimate && d.estimate <= d.high);
                const bool isClose = pairs > 100 && std::abs(d.pValue - 0.05) < 0.002; // two approximations
                QVERIFY(isClose || (d.low > 0 || d.high < 0) == (d.pValue <= 0.05));
            }
        }
    }

    void theIntervalHoldsTheTruthAsOftenAsItSays()
    {
        std::mt19937 random(13);
        for (const size_t pairs : {6, 7, 10, 30, 120}) {
            const int rounds = pairs > 100 ? 600 : 4000;
            int held = 0;
            for (int round = 0; round < rounds; ++round) {
                const PairedDifference d = pairedDifference(drawn(pairs, 3, random));
                held += d.low <= 3 && 3 <= d.high ? 1 : 0;
            }
            const double share = static_cast<double>(held) / rounds;
            QVERIFY2(share > 0.95 - 3 * std::sqrt(0.05 * 0.95 / rounds) && share < 0.985, qPrintable(QString::number(share)));
        }
    }

    void manyPairsMeetTheExactTest()
    {
        std::mt19937 random(14);
        const std::vector<double> hundred = drawn(100, 0.2, random);
        std::vector<double> more = hundred;
        more.push_back(1e-9); // of the lowest rank, it changes next to nothing but the method
        QVERIFY(std::abs(pairedDifference(hundred).pValue - pairedDifference(more).pValue) < 0.01);
    }

    void whatSoManyPairsCanShow()
    {
        QCOMPARE(smallestPairedPValue(5), 0.0625);
        QCOMPARE(smallestPairedPValue(0), 1.0);
        QCOMPARE(minPairsForSignificance(0.05), size_t(6));
        QCOMPARE(minPairsForSignificance(0.01), size_t(8));
        for (size_t pairs = 1; pairs < 12; ++pairs) {
            const std::vector<double> same(pairs, 2.0);
            QCOMPARE(pairedDifference(same).pValue, smallestPairedPValue(pairs));
        }
    }
};

QTEST_APPLESS_MAIN(TestPairedDifference)
#include "tst_paireddifference.moc"

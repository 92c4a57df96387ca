// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/statistics.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace knobscope;

class TestStatistics : public QObject
{
    Q_OBJECT
private slots:
    void medians()
    {
        QCOMPARE(median(std::vector{3.0, 1.0, 2.0}), 2.0);
        QCOMPARE(median(std::vector{4.0, 1.0, 2.0, 3.0}), 2.5);
        QVERIFY(std::isnan(median({})));
        QCOMPARE(quantile(std::vector{0.0, 10.0}, 0.25), 2.5);
    }

    void theIntervalHoldsTheMedian()
    {
        std::mt19937 random(1);
        std::normal_distribution<double> noise(1.0, 0.1);
        int inside = 0;
        for (int round = 0; round < 500; ++round) {
            std::vector<double> values;
            for (int i = 0; i < 30; ++i) {
                values.push_back(noise(random));
            }
            const MedianInterval interval = medianInterval(values);
            inside += interval.low <= 1.0 && 1.0 <= interval.high ? 1 : 0;
        }
        QVERIFY(inside > 460);
    }
};

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"

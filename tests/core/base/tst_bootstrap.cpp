// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bootstrap.h"
#include "core/base/statistics.h"

#include <QTest>

using namespace knobscope;

class TestBootstrap : public QObject
{
    Q_OBJECT
private slots:
    void bootstrapAgreesWithDrawingEveryResample()
    {
        const std::vector<double> a{1, 4, 9};
        const std::vector<double> b{2, 3, 7};
        std::vector<double> all;
        for (int i = 0; i < 27; ++i) {
            for (int j = 0; j < 27; ++j) {
                const std::vector<double> x{a[static_cast<size_t>(i % 3)], a[static_cast<size_t>(i / 3 % 3)],
                                            a[static_cast<size_t>(i / 9)]};
                const std::vector<double> y{b[static_cast<size_t>(j % 3)], b[static_cast<size_t>(j / 3 % 3)],
                                            b[static_cast<size_t>(j / 9)]};
                all.push_back(median(x) - median(y));
            }
        }
        const DifferenceInterval interval = medianDifference(a, b);
        QCOMPARE(interval.difference, 1.0);
        QCOMPARE(interval.low, quantile(all, 0.025));
        QCOMPARE(interval.high, quantile(all, 0.975));
        QCOMPARE(medianDifference(a, b).low, interval.low); // the same seed, the same answer
    }
};

QTEST_APPLESS_MAIN(TestBootstrap)
#include "tst_bootstrap.moc"

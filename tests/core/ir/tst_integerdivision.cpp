// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/expr.h"
#include "core/ir/integerdivision.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace knobscope::ir;

class TestIntegerDivision : public QObject
{
    Q_OBJECT
private slots:
    void roundsAsTheRealNumbersDo()
    {
        for (int64_t a = -40; a <= 40; ++a) {
            for (int64_t b = -9; b <= 9; ++b) {
                if (b == 0) {
                    continue;
                }
                const double quotient = static_cast<double>(a) / static_cast<double>(b);
                QCOMPARE(floorDivide(a, b), static_cast<int64_t>(std::floor(quotient)));
                QCOMPARE(ceilDivide(a, b), static_cast<int64_t>(std::ceil(quotient)));
                if (a >= 0 && b > 0) {
                    QCOMPARE(roundedUp(a, b), ceilDivide(a, b) * b);
                }
                QCOMPARE(floorModulo(a, b), a - static_cast<int64_t>(std::floor(quotient)) * b);
                QCOMPARE(asInt(floorDiv(Expr(a), Expr(b))).value(), floorDivide(a, b));
                QCOMPARE(asInt(floorMod(Expr(a), Expr(b))).value(), floorModulo(a, b));
            }
        }
    }

    void reachesTheEndsOfTheRange()
    {
        constexpr int64_t least = std::numeric_limits<int64_t>::min();
        constexpr int64_t most = std::numeric_limits<int64_t>::max();
        QCOMPARE(floorDivide(least, 3), least / 3 - 1);
        QCOMPARE(floorModulo(least, 3), int64_t{1});
        QCOMPARE(floorModulo(least, -1), int64_t{0});
        QCOMPARE(floorModulo(most, -2), int64_t{-1});
        QCOMPARE(ceilDivide(least, 2), least / 2);
        QCOMPARE(ceilDivide(most, 2), most / 2 + 1);
    }
};

QTEST_APPLESS_MAIN(TestIntegerDivision)
#include "tst_integerdivision.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/networkcheck.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace knobscope;

class TestNetworkCheck : public QObject
{
    Q_OBJECT
private slots:
    /// Of two outputs, one a table of two rows, over two sets of inputs.
    void errorsOfAPrecision()
    {
        const Tensor plain = Tensor::of<float>({2}, {1.0F, -2.0F});
        PrecisionError error;
        QVERIFY(addPrecisionError(error, {Tensor::of<float>({2, 2}, {1.0F, 2.5F, 4.0F, 3.0F}), plain},
                                  {Tensor::of<float>({2, 2}, {1.0F, 2.0F, 3.0F, 4.0F}), plain}));
        QVERIFY(addPrecisionError(error, {Tensor::of<float>({1, 2}, {0.0F, 5.0F}), plain},
                                  {Tensor::of<float>({1, 2}, {0.0F, 4.0F}), plain}));
        QCOMPARE(error.largest, 1.0);
        QCOMPARE(error.largestRelative, 1.0 / 3);
        QCOMPARE(error.rms, std::sqrt((0.25 + 1 + 1) / 4));
        QCOMPARE(error.rows, 3);
        QCOMPARE(error.agreeing, 2);
    }

    /// A result that is no number has no error; it must not pass for an exact one.
    void whatIsNoNumberIsNoZeroError()
    {
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const Tensor numbers = Tensor::of<float>({3}, {1.0F, 2.0F, 3.0F});
        for (const float wrong : {nan, infinity}) {
            const Tensor other = Tensor::of<float>({3}, {1.0F, wrong, 3.0F});
            PrecisionError error;
            const auto answer = addPrecisionError(error, {numbers, other}, {numbers, numbers});
            QVERIFY(!answer);
            QVERIFY2(answer.error().message.find("1 of 3 numbers of output 1") != std::string::npos,
                     answer.error().message.c_str());
            QVERIFY(!addPrecisionError(error, {numbers}, {other}));
            QVERIFY(addPrecisionError(error, {other}, {other})); // the same in both
        }
    }
};

QTEST_GUILESS_MAIN(TestNetworkCheck)
#include "tst_networkcheck.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/networkcheck.h"
#include "tests/core/graph/handmade.h"

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

    /// The definition is computed, up to 64 times, only for what the precision does not explain.
    void noiseIsExcusedFirst_data()
    {
        QTest::addColumn<double>("noise");
        QTest::addColumn<double>("off"); // the second of two outputs, the largest of which is 10
        QTest::addColumn<int>("reads");
        QTest::addColumn<int>("excused");
        QTest::addColumn<bool>("isCorrect");
        QTest::newRow("right in float32") << 0.0 << 1e-4 << 0 << 0 << true;
        QTest::newRow("off in float32") << 0.0 << 0.7 << 1 << 0 << false;
        QTest::newRow("rounded to bfloat16") << 0.02 << 0.15 << 0 << 1 << true;
        QTest::newRow("wrong in bfloat16") << 0.02 << 0.7 << 1 << 0 << false;
        QTest::newRow("rounded to int8") << 0.04 << 0.3 << 0 << 1 << true;
        QTest::newRow("one quantum of a file") << 0.0 << 0.5 << 1 << 1 << true;
        QTest::newRow("two quanta of a file") << 0.0 << 1.0 << 1 << 0 << false;
        QTest::newRow("no number") << 0.04 << std::numeric_limits<double>::quiet_NaN() << 1 << 0 << false;
    }

    void noiseIsExcusedFirst()
    {
        QFETCH(double, noise);
        QFETCH(double, off);
        HandMade made;
        const ValueId x = made.input("x", {2});
        const ValueId step = made.graph.addConstant("step", Tensor::of<float>({}, {0.5F}));
        const ValueId zero = made.graph.addConstant("zero", Tensor::of<uint8_t>({}, {0}));
        made.output(made.node("DequantizeLinear", "dq", {made.node("QuantizeLinear", "q", {x, step, zero}), step, zero}));
        int reads = 0;
        const std::vector<Tensor> inputs{Tensor::of<float>({2}, {10.F, 2.F})};
        const auto read = [&]() -> Result<Graph> {
            ++reads;
            return made.graph;
        };
        const std::vector<std::vector<double>> expected{{10, 2}};
        const auto check = checkOutputs({read, inputs, noise, 1}, expected, {{10, 2 + off}});
        QVERIFY2(check.has_value(), check ? "" : check.error().message.c_str());
        QTEST(reads, "reads");
        QTEST(static_cast<int>(check->excused), "excused");
        QTEST(check->isCorrect(), "isCorrect");
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

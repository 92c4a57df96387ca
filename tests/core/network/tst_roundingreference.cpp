// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/roundingreference.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <limits>
#include <string>
#include <vector>

using namespace knobscope;

class TestRoundingReference : public QObject
{
    Q_OBJECT

private slots:
    /// One quantum is the output's scale; two are a mistake, and so is any difference of a number that is not quantized.
    void oneQuantumIsExcused()
    {
        HandMade made;
        const ValueId x = made.input("x", {3});
        const ValueId step = made.graph.addConstant("step", Tensor::of<float>({}, {0.5F}));
        const ValueId zero = made.graph.addConstant("zero", Tensor::of<uint8_t>({}, {7}));
        const ValueId q = made.node("QuantizeLinear", "q", {x, step, zero});
        made.output(made.node("DequantizeLinear", "dq", {q, step, zero}));
        made.output(made.node("Relu", "relu", {x}));
        const std::vector<std::vector<double>> expected{{1, 2, -1}, {1, 2, 0}};
        std::vector<std::vector<double>> actual{{1.5, 3, -1.5}, {1.5, 2, 0}};
        QCOMPARE(excuseQuantum(made.graph, expected, actual), int64_t{2});
        QCOMPARE(actual, (std::vector<std::vector<double>>{{1, 3, -1}, {1.5, 2, 0}}));
    }

    /// The logarithm of a probability that single precision rounds to 1 is 0, and not -9e-14. So zero divided by it is NaN.
    void logarithmsOfOneMayBeZero()
    {
        HandMade made;
        const ValueId scores = made.input("scores", {2});
        const ValueId dividend = made.input("dividend", {2});
        const ValueId logs = made.node("LogSoftmax", "logs", {scores});
        made.output(logs);
        made.output(made.node("Div", "quotient", {dividend, logs}));
        const std::vector<Tensor> inputs{Tensor::of<float>({2}, {30, 0}), Tensor::of<float>({2}, {0, 3})};
        const auto reference = RoundingReference::of(made.graph, inputs, RoundingReference::kManySamples);
        QVERIFY(reference.has_value());
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const auto mistakeOf = [&](std::vector<float> found, std::vector<float> quotients) {
            return reference->mistake({Tensor::of<float>({2}, std::move(found)), Tensor::of<float>({2}, std::move(quotients))});
        };
        QCOMPARE(mistakeOf({0, -30}, {nan, -0.1F}), std::string());
        QVERIFY(!mistakeOf({0.0001F, -30}, {nan, -0.1F}).empty());
        QVERIFY(!mistakeOf({0, -30.01F}, {nan, -0.1F}).empty());
        QVERIFY(!mistakeOf({0, -30}, {nan, -0.101F}).empty());
    }

    /// So may be numbers below the smallest normal one, and sums of products of which nothing but rounding errors is left.
    void numbersWithinTheirNoiseMayBeZero()
    {
        HandMade made;
        const ValueId dividend = made.input("dividend", {1, 1});
        const ValueId exponent = made.input("exponent", {1, 1});
        const ValueId row = made.input("row", {1, 3});
        const ValueId column = made.input("column", {3, 1});
        made.output(made.node("Div", "by tiny", {dividend, made.node("Exp", "tiny", {exponent})}));
        made.output(made.node("Div", "by sum", {dividend, made.node("MatMul", "sum", {row, column})}));
        const std::vector<Tensor> inputs{Tensor::of<float>({1, 1}, {0}), Tensor::of<float>({1, 1}, {-100}),
                                         Tensor::of<float>({1, 3}, {1, 1e-8F, -1}), Tensor::of<float>({3, 1}, {1, 1, 1})};
        const auto reference = RoundingReference::of(made.graph, inputs, RoundingReference::kManySamples);
        QVERIFY(reference.has_value());
        const float nan = std::numeric_limits<float>::quiet_NaN();
        for (const float first : {0.0F, nan}) {
            const Tensor tiny = Tensor::of<float>({1, 1}, {first});
            QCOMPARE(reference->mistake({tiny, Tensor::of<float>({1, 1}, {0})}), std::string());
        }
    }
};

QTEST_APPLESS_MAIN(TestRoundingReference)
#include "tst_roundingreference.moc"

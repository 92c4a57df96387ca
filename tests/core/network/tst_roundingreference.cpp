// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/roundingreference.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

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
};

QTEST_APPLESS_MAIN(TestRoundingReference)
#include "tst_roundingreference.moc"

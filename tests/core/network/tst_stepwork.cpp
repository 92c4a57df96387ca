// SPDX-License-Identifier: GPL-3.0-or-later
// The least work of steps, counted by hand.
#include "core/network/stepwork.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

using namespace knobscope;

class TestStepWork : public QObject
{
    Q_OBJECT
private:
    /// Work of the last node, as a step that no template computes.
    static StepWork work(HandMade& made, const char* op, std::vector<Place> places = {})
    {
        Program program;
        program.graph = made.graph;
        Step step;
        step.node = static_cast<int>(made.graph.nodes.size()) - 1;
        step.op = op;
        step.places = std::move(places);
        return workOf(program, step);
    }

private slots:
    void operatorsCountTheirElements()
    {
        HandMade made;
        made.node("Softmax", "s", {made.input("x", {2, 3, 10})});
        QCOMPARE(work(made, "Softmax").flops, 4.0 * 60);
        QCOMPARE(work(made, "Softmax + Relu").flops, 5.0 * 60);
        QCOMPARE(work(made, "Transpose").flops, 0.0);
    }

    void productsCountTheirSums()
    {
        HandMade made;
        made.node("MatMul", "m", {made.input("x", {5, 7}), made.input("y", {7, 11})});
        QCOMPARE(work(made, "MatMul").flops, 2.0 * 5 * 7 * 11);
        HandMade turned;
        turned.node("Gemm", "g", {turned.input("x", {7, 5}), turned.constant("w", {7, 11})}, {{"transA", int64_t{1}}});
        QCOMPARE(work(turned, "Gemm").flops, 2.0 * 5 * 7 * 11);
    }

    void recurrentCellsCountTheirGates()
    {
        HandMade made; // 6 steps of 3 sequences, 8 features, 4 units: 4 gates of 8 + 4 products each
        made.node("LSTM", "l", {made.input("x", {6, 3, 8}), made.constant("w", {1, 16, 8}), made.constant("r", {1, 16, 4})},
                  {{"hidden_size", int64_t{4}}});
        QCOMPARE(work(made, "LSTM").flops, 2.0 * 4 * (8 + 4) * (6 * 3 * 4));
    }

    void partsAreReadAlone()
    {
        HandMade made;
        made.node("Gather", "g", {made.constant("table", {1000, 4}), made.input("i", {2}, ir::int64)});
        QCOMPARE(work(made, "Gather", {{false, 0, 16000}}).bytes, 2.0 * 4 * 4);
    }
};

QTEST_GUILESS_MAIN(TestStepWork)
#include "tst_stepwork.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Products of two computed matrices, in batches, with what follows them in their kernels, compute in programs what the
// interpreter computes, with the untuned config and with random ones of all templates.
#include "core/graph/interpreter.h"
#include "core/network/kernelchoices.h"
#include "core/timing/answercheck.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/targetprograms.h"

#include <QTest>

#include <random>

using namespace knobscope;

namespace {

/// Two products with Softmax between them; a mask of each batch, and a scale of each column, are added and multiplied in the
/// first one's kernel.
HandMade attention(Shape batch, int64_t rows, int64_t keys, int64_t width)
{
    HandMade made;
    const auto shape = [&](int64_t m, int64_t n) {
        Shape whole = batch;
        whole.insert(whole.end(), {m, n});
        return whole;
    };
    const ValueId q = made.input("q", shape(rows, width));
    const ValueId scores = made.node("MatMul", "scores", {q, made.input("k", shape(width, keys))});
    const ValueId scaled = made.node("Mul", "scaled", {scores, made.constant("scale", {keys})});
    const ValueId masked = made.node("Add", "masked", {scaled, made.input("mask", shape(1, keys))});
    const ValueId whole = made.node("Add", "whole", {masked, made.input("bias", shape(rows, keys))});
    const ValueId weights = made.node("Softmax", "weights", {whole}, {{"axis", int64_t{-1}}});
    made.output(made.node("Relu", "end", {made.node("MatMul", "values", {weights, made.input("v", shape(keys, width))})}));
    made.output(whole);
    return made;
}

HandMade gemm(bool transposeA, bool transposeB)
{
    HandMade made;
    const ValueId a = made.input("a", transposeA ? Shape{20, 13} : Shape{13, 20});
    const ValueId b = made.input("b", transposeB ? Shape{18, 20} : Shape{20, 18});
    made.output(made.node("Gemm", "gemm", {a, b, made.constant("c", {13, 1})},
                          {{"transA", int64_t{transposeA}}, {"transB", int64_t{transposeB}}, {"alpha", 0.5}, {"beta", 2.0}}));
    return made;
}

/// One computed matrix for all rows, and constant matrices for each batch.
HandMade mixed()
{
    HandMade made;
    const ValueId x = made.input("x", {2, 3, 7, 16});
    const ValueId one = made.node("MatMul", "one", {x, made.input("y", {16, 10})});
    made.output(made.node("Add", "sum", {one, made.input("z", {3, 1, 10})}));
    made.output(made.node("MatMul", "constants", {x, made.constant("c", {2, 3, 16, 9})}));
    return made;
}

Result<std::vector<Tensor>> computed(const Graph& graph, const std::vector<Group>& groups, KernelChoices choices,
                                     const std::vector<Tensor>& inputs)
{
    ProgramOptions options;
    options.choices = std::move(choices);
    options.target = *hostTarget();
    options.compilers = 2;
    options.threads = 2;
    return outputsOf(TRY(makeProgram(graph, groups, options)), inputs);
}

} // namespace

class TestProducts : public QObject
{
    Q_OBJECT

    static void compare(const HandMade& made, const std::vector<Group>& groups, const KernelChoices& choices,
                        const std::vector<Tensor>& inputs)
    {
        const auto expected = interpret(made.graph, inputs);
        QVERIFY2(expected.has_value(), expected ? "" : expected.error().message.c_str());
        const auto actual = computed(made.graph, groups, choices, inputs);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        for (size_t i = 0; i < expected->size(); ++i) {
            const ValueDifference difference = differenceOf((*actual)[i].reals(), (*expected)[i].reals());
            std::string configs;
            for (const auto& [anchor, choice] : choices) {
                configs += fmt::format(" {}: {} {}", anchor, choice.task.name, choice.entity.index.value_or(-1));
            }
            QVERIFY2(difference.mismatched == 0 && difference.error <= 1e-5,
                     fmt::format("output {} is off by {};{}", i, difference.error, configs).c_str());
        }
    }

private slots:
    void programsComputeThem_data()
    {
        QTest::addColumn<HandMade>("made");
        QTest::newRow("heads") << attention({1, 3}, 13, 21, 16);
        QTest::newRow("two axes of batches") << attention({2, 2}, 6, 40, 5);
        QTest::newRow("three axes of batches") << attention({2, 1, 2}, 7, 9, 8);
        QTest::newRow("one matrix") << attention({}, 9, 11, 12);
        QTest::newRow("few rows") << attention({2}, 2, 11, 12);
        QTest::newRow("Gemm") << gemm(false, false);
        QTest::newRow("Gemm, first transposed") << gemm(true, false);
        QTest::newRow("Gemm, second transposed") << gemm(false, true);
        QTest::newRow("Gemm, both transposed") << gemm(true, true);
        QTest::newRow("one matrix for all, constants for each") << mixed();
    }

    void programsComputeThem()
    {
        QFETCH(HandMade, made);
        const std::vector<Group> groups = groupEpilogues(made.graph);
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto untuned = untunedChoices(made.graph, groups);
        QVERIFY2(untuned.has_value(), untuned ? "" : untuned.error().message.c_str());
        compare(made, groups, *untuned, inputs);
        std::mt19937 random(3);
        for (int round = 0; round < 4 && !QTest::currentTestFailed(); ++round) {
            KernelChoices choices;
            for (const Group& group : groups) {
                const auto tasks = tasksOf(made.graph, made.graph.nodes[group.anchor], *hostTarget()).value();
                if (!tasks.empty()) {
                    const Task& task = tasks[random() % tasks.size()];
                    const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()));
                    choices.emplace(group.anchor, KernelChoice{task, task.space.at(index).value(), 0});
                }
            }
            QVERIFY(!choices.empty());
            compare(made, groups, choices, inputs);
        }
    }

    /// With few rows no template knows a good config: such products have their own kernel until they are tuned.
    void fewRowsAreForTheDefinition()
    {
        for (const auto& [rows, count] : {std::pair<int64_t, size_t>{2, 0}, {13, 2}}) {
            const HandMade made = attention({2}, rows, 11, 12);
            QCOMPARE(untunedChoices(made.graph, groupEpilogues(made.graph)).value().size(), count);
        }
    }
};

QTEST_APPLESS_MAIN(TestProducts)
#include "tst_products.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Passes change a graph and not what it computes.
#include "core/graph/interpreter.h"
#include "core/graph/passes/passes.h"
#include "tests/core/graph/comparison.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <algorithm>

using namespace knobscope;

class TestPasses : public QObject
{
    Q_OBJECT
private:
    static ValueId norm(HandMade& made, const std::string& name, ValueId x, int64_t channels)
    {
        std::vector<ValueId> inputs{x};
        for (const char* part : {".scale", ".shift", ".mean", ".variance"}) {
            inputs.push_back(made.constant(name + part, {channels}));
        }
        return made.node("BatchNormalization", name, inputs, {{"epsilon", 1e-3}});
    }

    static ValueId conv(HandMade& made, const std::string& name, ValueId x, int64_t from, int64_t to)
    {
        return made.node("Conv", name, {x, made.constant(name + ".w", {to, from, 3, 3}), made.constant(name + ".b", {to})},
                         {{"pads", std::vector<int64_t>{1, 1, 1, 1}}});
    }

    /// A residual block as networks have them, with some of what exporters leave behind.
    static HandMade block()
    {
        HandMade made;
        const ValueId x = made.input("x", {2, 3, 6, 6});
        const ValueId before = made.node("Relu", "before.relu", {norm(made, "before", x, 3)});
        const ValueId a = made.node("Relu", "relu1", {norm(made, "bn1", conv(made, "conv1", before, 3, 4), 4)});
        const ValueId b = norm(made, "bn2", conv(made, "conv2", made.node("Identity", "same", {a}), 4, 4), 4);
        const ValueId shortcut = conv(made, "shortcut", before, 3, 4);
        const ValueId by = made.node("Mul", "constant", {made.constant("c1", {1}), made.constant("c2", {4, 1, 1})});
        const ValueId sum = made.node("Add", "add", {b, made.node("Mul", "scaled", {shortcut, by})});
        made.node("Sigmoid", "unread", {sum});
        const ValueId end = made.node("Relu", "relu2", {made.node("Dropout", "dropout", {sum})});
        made.output(made.node("GlobalAveragePool", "pool", {end}));
        made.output(made.node("Identity", "named output", {end}));
        return made;
    }

    static int count(const Graph& graph, const std::string& op)
    {
        return static_cast<int>(
            std::count_if(graph.nodes.begin(), graph.nodes.end(), [&](const Node& node) { return node.op == op; }));
    }

private slots:
    void geluOfOldOpsets()
    {
        const auto number = [](HandMade& made, float value) {
            return made.graph.addConstant(fmt::format("n{}", made.graph.values.size()), Tensor::of<float>({}, {value}));
        };
        for (const int form : {0, 1, 2, 3, 4}) { // three spellings, and two that are something else
            HandMade made;
            const ValueId x = made.input("x", {2, 5});
            const ValueId scaled = form == 1 ? made.node("Mul", "scaled", {number(made, 0.70710678F), x})
                                             : made.node("Div", "scaled", {x, number(made, form == 3 ? 1.41F : 1.41421356F)});
            const ValueId erf = made.node("Erf", "erf", {scaled});
            const ValueId sum = form == 1 ? made.node("Add", "sum", {number(made, 1), erf})
                                          : made.node("Add", "sum", {erf, number(made, form == 4 ? 2.0F : 1.0F)});
            const ValueId last = form == 2
                                   ? made.node("Mul", "gelu", {sum, made.node("Mul", "half", {x, number(made, 0.5F)})})
                                   : made.node("Mul", "gelu", {made.node("Mul", "product", {x, sum}), number(made, 0.5F)});
            made.output(last);
            const auto inputs = made.randomInputs();
            const auto before = interpret(made.graph, inputs).value();
            QCOMPARE(recognizeGelu(made.graph)->lines.size(), form < 3 ? size_t{1} : size_t{0});
            QVERIFY(removeDeadNodes(made.graph) && checkGraph(made.graph));
            QCOMPARE(made.graph.nodes.size(), form < 3 ? size_t{1} : size_t{5});
            QVERIFY(compareTensors(interpret(made.graph, inputs).value()[0], before[0], 1e-6, 1e-6).value().isWithin);
        }
    }

    void constantsAreFolded()
    {
        HandMade made = block();
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        const auto report = foldConstants(made.graph);
        QCOMPARE(report->lines, std::vector<std::string>{"node 'constant' (Mul) is a constant"});
        QCOMPARE(count(made.graph, "Mul"), 1);
        compareResults(made.graph, inputs, expected);
        QVERIFY(foldConstants(made.graph)->lines.empty());
    }

    void shapesAreConstants()
    {
        HandMade made;
        const ValueId x = made.input("x", {2, 3});
        const ValueId shape = made.node("Shape", "shape", {x});
        made.output(made.node("Cast", "cast", {shape}, {{"to", std::string("float32")}}));
        QCOMPARE(foldConstants(made.graph)->lines.size(), size_t{2});
        QCOMPARE(made.graph.value(made.graph.outputs[0]).constant->reals(), (std::vector<double>{2, 3}));
        QVERIFY(checkGraph(made.graph));
    }

    void whatTakesMinutesIsNoConstant()
    {
        HandMade made;
        const auto zeros = [&](const char* name) {
            return made.graph.addConstant(name, Tensor(TensorType{ir::float32, {2048, 2048}}));
        };
        made.output(made.node("MatMul", "product", {zeros("a"), zeros("b")}));
        QVERIFY(foldConstants(made.graph)->lines.empty());
        QCOMPARE(count(made.graph, "MatMul"), 1);
    }

    void manyLargeConstantsOfFewBytesStayNodes()
    {
        HandMade made;
        const ValueId shape = made.integers("shape", {int64_t{1} << 25});
        const ValueId zero = made.graph.addConstant("zero", Tensor::of<int8_t>({1}, {0}));
        for (const char* name : {"a", "b", "c", "d"}) {
            made.output(made.node("ConstantOfShape", name, {shape, zero}));
        }
        QCOMPARE(foldConstants(made.graph)->lines.size(), size_t{2}); // the room that any graph has
        QCOMPARE(count(made.graph, "ConstantOfShape"), 2);
    }

    void aDivisionByZeroIsNamed()
    {
        HandMade made;
        made.output(made.node("Div", "div", {made.integers("a", {1}), made.integers("b", {0})}));
        QCOMPARE(foldConstants(made.graph).error().message, std::string("node 'div' (Div): a division by zero"));
    }

    void batchNormsAreFolded()
    {
        HandMade made = block();
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        const auto report = foldBatchNorms(made.graph);
        const std::vector<std::string> lines = {"node 'before' (BatchNormalization) becomes a scale and a shift",
                                                "node 'bn1' (BatchNormalization) is folded into node 'conv1' (Conv)",
                                                "node 'bn2' (BatchNormalization) is folded into node 'conv2' (Conv)"};
        QCOMPARE(report->lines, lines);
        QCOMPARE(count(made.graph, "BatchNormalization"), 0);
        compareResults(made.graph, inputs, expected);
    }

    void batchNormsInARowAreFolded()
    {
        HandMade made;
        const ValueId c = conv(made, "conv", made.input("x", {1, 3, 4, 4}), 3, 4);
        made.output(norm(made, "third", norm(made, "second", norm(made, "first", c, 4), 4), 4));
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        QCOMPARE(foldBatchNorms(made.graph)->lines.back(),
                 std::string("node 'third' (BatchNormalization) is folded into node 'conv' (Conv)"));
        QCOMPARE(made.graph.nodes.size(), size_t{1});
        compareResults(made.graph, inputs, expected);
    }

    void aConvolutionThatIsReadElsewhereKeepsItsWeights()
    {
        HandMade made;
        const ValueId c = conv(made, "conv", made.input("x", {1, 3, 4, 4}), 3, 4);
        made.output(norm(made, "bn", c, 4));
        made.output(made.node("Relu", "relu", {c}));
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        QCOMPARE(foldBatchNorms(made.graph)->lines,
                 std::vector<std::string>{"node 'bn' (BatchNormalization) becomes a scale and a shift"});
        compareResults(made.graph, inputs, expected);
    }

    void deadNodesGo()
    {
        HandMade made = block();
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        std::vector<std::string> lines = removeDeadNodes(made.graph)->lines;
        std::sort(lines.begin(), lines.end());
        const std::vector<std::string> expectedLines = {"node 'dropout' (Dropout) has no effect",
                                                        "node 'same' (Identity) has no effect",
                                                        "the output of node 'unread' (Sigmoid) is never read"};
        QCOMPARE(lines, expectedLines);
        QCOMPARE(count(made.graph, "Identity"), 1); // the one that names an output
        compareResults(made.graph, inputs, expected);
    }

    void allPassesTogether()
    {
        HandMade made = block();
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        const auto reports = simplify(made.graph);
        QVERIFY(reports);
        QCOMPARE(reports->size(), size_t{13});
        compareResults(made.graph, inputs, expected);
        QVERIFY(!made.graph.values[static_cast<size_t>(made.graph.nodes[0].inputs[0])].constant); // the input
        const auto kept = std::count_if(made.graph.values.begin(), made.graph.values.end(),
                                        [](const Value& value) { return value.constant != nullptr; });
        QCOMPARE(kept, 2 + 3 * 2 + 1); // scale and shift, three convolutions, the folded constant
    }

    void equalNodesAreComputedOnce()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 3, 4, 4});
        const Attributes axis{{"axis", int64_t{1}}};
        const ValueId one = made.node("Relu", "one", {made.node("Softmax", "a", {x}, axis)});
        const ValueId same = made.node("Relu", "same", {made.node("Softmax", "b", {x}, axis)});
        const ValueId other = made.node("Relu", "other", {made.node("Softmax", "c", {x}, {{"axis", int64_t{2}}})});
        made.output(made.node("Sub", "sum", {made.node("Mul", "product", {one, same}), other}));
        made.output(made.node("Relu", "kept", {x}));
        made.output(made.node("Relu", "kept too", {x}));
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        QCOMPARE(mergeEqualNodes(made.graph).value().lines.size(), size_t{2});
        QVERIFY(removeDeadNodes(made.graph));
        QCOMPARE(made.graph.nodes.size(), size_t{8}); // outputs keep their names
        compareResults(made.graph, inputs, expected);
    }

    void epiloguesFollowTheirAnchor()
    {
        HandMade made = block();
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        QVERIFY(simplify(made.graph));
        const std::vector<Group> groups = groupEpilogues(made.graph);
        const std::vector<std::string> lines = {"node 'before (scale)' (Mul) with Add, Relu", "node 'conv1' (Conv) with Relu",
                                                "node 'shortcut' (Conv) with Mul, Add, Relu"};
        QCOMPARE(describeGroups(made.graph, groups).lines, lines);
        // Group after group is an order in which the graph can be computed, and each node is in one.
        Graph ordered = made.graph;
        ordered.nodes.clear();
        for (const Group& group : groups) {
            ordered.nodes.push_back(made.graph.nodes[group.anchor]);
            for (const size_t n : group.epilogue) {
                ordered.nodes.push_back(made.graph.nodes[n]);
            }
        }
        QCOMPARE(ordered.nodes.size(), made.graph.nodes.size());
        compareResults(ordered, inputs, expected);
    }

    void aGroupEndsWhereSomebodyElseReads()
    {
        HandMade made;
        const ValueId c = conv(made, "conv", made.input("x", {1, 3, 4, 4}), 3, 4);
        const ValueId r = made.node("Relu", "relu", {c});
        made.output(made.node("Sigmoid", "sigmoid", {r}));
        made.output(r);
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(groups.size(), size_t{2});
        QCOMPARE(groups[0].epilogue, std::vector<size_t>{1});
        QCOMPARE(groups[1].anchor, size_t{2});
    }

    void branchesThatMeetAgainJoin()
    {
        HandMade made;
        const ValueId c = conv(made, "conv", made.input("x", {1, 3, 4, 4}), 3, 4);
        const ValueId gate = made.node("Sigmoid", "gate", {c});
        const ValueId other = conv(made, "other", made.graph.inputs[0], 3, 4);
        made.output(made.node("Add", "sum", {made.node("Mul", "silu", {c, gate}), other}));
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(groups.size(), size_t{2});
        QCOMPARE(groups[0].epilogue, (std::vector<size_t>{1, 3}));
        QCOMPARE(groups[1].epilogue, std::vector<size_t>{4}); // the sum follows the later one of its inputs
    }

    void branchesThatAreReadElsewhereDoNot()
    {
        HandMade made;
        const ValueId c = conv(made, "conv", made.input("x", {1, 3, 4, 4}), 3, 4);
        const ValueId gate = made.node("Sigmoid", "gate", {c});
        made.output(made.node("Mul", "silu", {c, gate}));
        made.output(gate);
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(groups.size(), size_t{3});
        QVERIFY(groups[0].epilogue.empty() && groups[1].epilogue.empty());
    }

    void anEpilogueKeepsTheShape()
    {
        HandMade made;
        const ValueId pooled = made.node("GlobalAveragePool", "pool", {made.input("x", {1, 4, 4, 4})});
        const ValueId gate = made.node("Sigmoid", "gate", {conv(made, "conv", pooled, 4, 4)});
        made.output(made.node("Mul", "gated", {made.graph.inputs[0], gate}));
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(groups.size(), size_t{3}); // the pool takes none, and the gated tensor is larger than what the convolution makes
        QCOMPARE(groups[1].epilogue, std::vector<size_t>{2});
    }

    void normsAreFoldedIntoTransposedConvolutions()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 6, 5, 4});
        const ValueId up = made.node("ConvTranspose", "up", {x, made.constant("w", {6, 2, 3, 2})},
                                     {{"strides", std::vector<int64_t>{2, 2}}, {"group", int64_t{3}}});
        made.output(norm(made, "bn", up, 6));
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        QCOMPARE(foldBatchNorms(made.graph)->lines.size(), size_t{1});
        QCOMPARE(made.graph.nodes.size(), size_t{1});
        compareResults(made.graph, inputs, expected);
    }
};

QTEST_APPLESS_MAIN(TestPasses)
#include "tst_passes.moc"

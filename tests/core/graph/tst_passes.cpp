// SPDX-License-Identifier: GPL-3.0-or-later
// Passes change a graph and not what it computes.
#include "core/graph/interpreter.h"
#include "core/graph/passes/passes.h"
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

    static void compare(const Graph& graph, const std::vector<Tensor>& inputs, const std::vector<Tensor>& expected)
    {
        const auto right = checkGraph(graph);
        QVERIFY2(right, right ? "" : right.error().message.c_str());
        const auto outputs = interpret(graph, inputs);
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
        QCOMPARE(outputs->size(), expected.size());
        for (size_t i = 0; i < expected.size(); ++i) {
            const auto difference = compareTensors((*outputs)[i], expected[i], 1e-4, 1e-6);
            QVERIFY2(difference && difference->isWithin, difference ? std::to_string(difference->largest).c_str() : "type");
        }
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
        compare(made.graph, inputs, expected);
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
        compare(made.graph, inputs, expected);
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
        compare(made.graph, inputs, expected);
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
        compare(made.graph, inputs, expected);
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
        compare(made.graph, inputs, expected);
    }

    void allPassesTogether()
    {
        HandMade made = block();
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        const auto reports = simplify(made.graph);
        QVERIFY(reports);
        QCOMPARE(reports->size(), size_t{11});
        compare(made.graph, inputs, expected);
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
        compare(made.graph, inputs, expected);
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
        compare(ordered, inputs, expected);
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
        compare(made.graph, inputs, expected);
    }

    /// With windows that strides divide or not, all paddings different, groups, one axis, and what is left as it is.
    void transposedConvolutionsBecomeConvolutions()
    {
        struct Case {
            Shape data, weights;
            std::vector<int64_t> strides, pads, more;
            int64_t groups = 1;
            bool isRewritten = true;
        };
        const std::vector<Case> cases{
            {{1, 6, 5, 7}, {6, 4, 2, 2}, {2, 2}, {0, 0, 0, 0}, {0, 0}},
            {{2, 3, 4, 5}, {3, 2, 4, 4}, {2, 2}, {1, 1, 1, 1}, {0, 0}},
            {{1, 4, 5, 4}, {4, 3, 3, 5}, {2, 3}, {1, 0, 2, 3}, {1, 2}},
            {{1, 6, 3, 3}, {6, 2, 3, 3}, {2, 1}, {0, 2, 1, 0}, {0, 0}, 3},
            {{1, 3, 6, 6}, {3, 2, 3, 3}, {1, 1}, {1, 1, 1, 1}, {0, 0}},
            {{1, 4, 9}, {4, 2, 16}, {8}, {4, 4}, {0}},
            {{1, 2, 4, 4}, {2, 2, 1, 1}, {2, 2}, {0, 0, 0, 0}, {1, 1}},
            {{1, 2, 4, 4}, {2, 2, 1, 1}, {3, 3}, {0, 0, 0, 0}, {0, 0}, 1, false}, // zeros for the most part
            {{1, 2, 6, 6}, {2, 2, 3, 3}, {1, 1}, {3, 0, 0, 0}, {0, 0}, 1, false}, // would crop its input
            {{1, 2, 3, 3, 3}, {2, 2, 2, 2, 2}, {2, 2, 2}, {0, 0, 0, 0, 0, 0}, {0, 0, 0}},
            {{1, 4, 3, 4, 2}, {4, 3, 3, 2, 3}, {2, 1, 2}, {1, 0, 1, 0, 0, 1}, {0, 0, 1}},
        };
        for (size_t i = 0; i < cases.size(); ++i) {
            const Case& one = cases[i];
            HandMade made;
            const ValueId x = made.input("x", one.data);
            std::vector<ValueId> inputs{x, made.constant("w", one.weights)};
            if (i % 2 == 0) {
                inputs.push_back(made.constant("b", {one.weights[1] * one.groups}));
            }
            made.output(
                made.node("ConvTranspose", "up", inputs,
                          {{"strides", one.strides}, {"pads", one.pads}, {"output_padding", one.more}, {"group", one.groups}}));
            const std::vector<Tensor> data = made.randomInputs();
            const auto expected = interpret(made.graph, data);
            QVERIFY(expected.has_value());
            const PassReport report = subpixelConvs(made.graph).value();
            const auto isLeft =
                std::ranges::any_of(made.graph.nodes, [](const Node& node) { return node.op == "ConvTranspose"; });
            QVERIFY2(isLeft != one.isRewritten, std::to_string(i).c_str());
            QCOMPARE(report.lines.empty(), !one.isRewritten);
            compare(made.graph, data, *expected);
        }
    }

    /// Strides, dilations and paddings of all axes, groups, one tap in depth, what follows, and what is left as it is.
    void convolutionsOverDepthBecomeThoseOfImages()
    {
        struct Case {
            Shape data, weights;
            std::vector<int64_t> strides{1, 1, 1}, pads{0, 0, 0, 0, 0, 0}, dilations{1, 1, 1};
            int64_t groups = 1;
            bool isRewritten = true;
        };
        const std::vector<Case> cases{
            {{1, 3, 5, 6, 7}, {4, 3, 3, 3, 3}, {1, 1, 1}, {1, 1, 1, 1, 1, 1}},
            {{2, 4, 6, 5, 5}, {3, 4, 3, 2, 3}, {2, 1, 2}, {0, 1, 0, 2, 0, 1}},
            {{1, 2, 9, 4, 5}, {4, 2, 3, 3, 2}, {2, 2, 1}, {3, 1, 0, 1, 1, 1}, {2, 1, 2}},
            {{2, 6, 4, 4, 3}, {9, 2, 2, 3, 3}, {1, 1, 1}, {1, 0, 1, 0, 1, 1}, {1, 1, 1}, 3},
            {{2, 3, 4, 5, 6}, {5, 3, 1, 3, 3}, {1, 2, 2}, {0, 1, 1, 0, 1, 1}},
            {{1, 3, 4, 5, 6}, {5, 3, 1, 1, 1}, {3, 1, 1}},
            {{1, 4, 3, 5, 5}, {4, 1, 3, 3, 3}, {1, 1, 1}, {1, 1, 1, 1, 1, 1}, {1, 1, 1}, 4, false},
        };
        for (size_t i = 0; i < cases.size(); ++i) {
            const Case& one = cases[i];
            HandMade made;
            const ValueId x = made.input("x", one.data);
            std::vector<ValueId> inputs{x, made.constant("w", one.weights)};
            if (i % 2 == 0) {
                inputs.push_back(made.constant("b", {one.weights[0]}));
            }
            const ValueId conv =
                made.node("Conv", "conv", inputs,
                          {{"strides", one.strides}, {"pads", one.pads}, {"dilations", one.dilations}, {"group", one.groups}});
            const ValueId active = made.node("LeakyRelu", "active", {conv});
            const ValueId next = made.node("Conv", "next", {active, made.constant("v", {2, one.weights[0], 1, 1, 1})});
            made.output(made.node("Sigmoid", "gate", {next}));
            made.output(i % 3 == 0 ? conv : active); // read elsewhere, too
            const std::vector<Tensor> data = made.randomInputs();
            const auto expected = interpret(made.graph, data);
            QVERIFY2(expected.has_value(), expected ? "" : expected.error().message.c_str());
            const PassReport report = depthConvs(made.graph).value();
            QCOMPARE(report.lines.size(), one.isRewritten ? size_t{2} : size_t{1});
            for (const Node& node : made.graph.nodes) {
                const bool isImage = made.graph.value(node.inputs[0]).type->shape.size() == 4;
                QVERIFY2(node.op != "Conv" || isImage || (!one.isRewritten && node.name == "conv"), node.name.c_str());
                QVERIFY2(node.op != "Sigmoid" || isImage, std::to_string(i).c_str()); // an epilogue of its convolution
            }
            compare(made.graph, data, *expected);
        }
    }

    /// With and without a bias, several images, patches that are no squares, and what is left as it is.
    void convolutionsOfPatchesBecomeProducts()
    {
        struct Case {
            Shape data, weights;
            std::vector<int64_t> strides, pads{0, 0, 0, 0}, dilations{1, 1};
            int64_t groups = 1;
            bool isRewritten = true;
        };
        const std::vector<Case> cases{
            {{1, 3, 32, 48}, {5, 3, 16, 16}, {16, 16}},
            {{2, 3, 24, 32}, {7, 3, 12, 16}, {12, 16}},
            {{3, 1, 16, 16}, {4, 1, 16, 16}, {16, 16}},
            {{1, 8, 8, 12}, {4, 8, 8, 4}, {8, 4}},
            {{1, 3, 33, 48}, {5, 3, 16, 16}, {16, 16}, {0, 0, 0, 0}, {1, 1}, 1, false}, // a row is left over
            {{1, 3, 32, 32}, {5, 3, 16, 16}, {8, 16}, {0, 0, 0, 0}, {1, 1}, 1, false},
            {{1, 3, 30, 32}, {5, 3, 16, 16}, {16, 16}, {1, 0, 1, 0}, {1, 1}, 1, false},
            {{1, 3, 31, 31}, {5, 3, 16, 16}, {16, 16}, {0, 0, 0, 0}, {2, 2}, 1, false},
            {{1, 4, 32, 32}, {6, 2, 16, 16}, {16, 16}, {0, 0, 0, 0}, {1, 1}, 2, false},
            {{1, 3, 16, 16}, {5, 3, 4, 4}, {4, 4}, {0, 0, 0, 0}, {1, 1}, 1, false}, // few numbers
            {{1, 16, 16, 16}, {5, 16, 8, 8}, {8, 8}, {0, 0, 0, 0}, {1, 1}, 1, false}, // whole blocks of channels
        };
        for (size_t i = 0; i < cases.size(); ++i) {
            const Case& one = cases[i];
            HandMade made;
            std::vector<ValueId> inputs{made.input("x", one.data), made.constant("w", one.weights)};
            if (i % 2 == 0) {
                inputs.push_back(made.constant("b", {one.weights[0]}));
            }
            made.output(
                made.node("Conv", "patches", inputs,
                          {{"strides", one.strides}, {"pads", one.pads}, {"dilations", one.dilations}, {"group", one.groups}}));
            const std::vector<Tensor> data = made.randomInputs();
            const auto expected = interpret(made.graph, data).value();
            const PassReport report = patchConvs(made.graph).value();
            const bool isLeft = std::ranges::any_of(made.graph.nodes, [](const Node& node) { return node.op == "Conv"; });
            QVERIFY2(isLeft != one.isRewritten, std::to_string(i).c_str());
            QCOMPARE(report.lines.empty(), !one.isRewritten);
            QVERIFY(checkGraph(made.graph).has_value());
            compare(made.graph, data, expected);
        }
    }
};

QTEST_APPLESS_MAIN(TestPasses)
#include "tst_passes.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Passes that write convolutions in another form, which computes the same.
#include "core/graph/passes/passes.h"
#include "tests/core/graph/comparison.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <algorithm>

using namespace knobscope;

class TestConvPasses : public QObject
{
    Q_OBJECT
private slots:
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
            compareResults(made.graph, data, *expected);
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
            compareResults(made.graph, data, *expected);
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
            compareResults(made.graph, data, expected);
        }
    }

    void fewOutputsTakeNeighbouringPixels()
    {
        struct Case {
            Shape data, weights;
            std::vector<int64_t> pads;
            Shape group; ///< empty: the node is left
            std::vector<int64_t> strides;
            int64_t groups = 1;
        };
        const std::vector<Case> cases{
            {{1, 8, 30, 31}, {3, 8, 9, 9}, {4, 4, 4, 4}, {2, 2}, {1, 1}},
            {{2, 16, 40, 37}, {1, 16, 5, 5}, {2, 1, 0, 2}, {4, 4}, {1, 1}},
            {{1, 16, 40, 40}, {2, 16, 7, 3}, {3, 1, 3, 1}, {4, 2}, {1, 1}},
            {{1, 16, 4001}, {1, 16, 17}, {8, 8}, {8}, {1}},
            {{1, 64, 1, 4096}, {1, 64, 5, 5}, {2, 2, 2, 2}, {1, 8}, {1, 1}}, // one row
            {{1, 64, 4096, 2}, {1, 64, 5, 5}, {2, 2, 2, 2}, {8, 2}, {1, 1}},
            {{1, 64, 80, 80}, {1, 64, 3, 3}, {1, 1, 1, 1}, {4, 4}, {1, 1}},
            {{1, 16, 80, 80}, {3, 16, 3, 3}, {1, 1, 1, 1}, {}, {1, 1}}, // Winograd's transforms are as good
            {{1, 16, 400, 400}, {3, 16, 1, 1}, {0, 0, 0, 0}, {}, {1, 1}},
            {{1, 16, 40, 40}, {16, 16, 9, 9}, {4, 4, 4, 4}, {}, {1, 1}},
            {{1, 8, 60, 60}, {3, 8, 9, 9}, {4, 4, 4, 4}, {}, {2, 2}},
            {{1, 8, 12, 12}, {3, 8, 9, 9}, {4, 4, 4, 4}, {}, {1, 1}}, // few products
            {{1, 8, 60, 60}, {4, 4, 9, 9}, {4, 4, 4, 4}, {}, {1, 1}, 2},
        };
        for (size_t i = 0; i < cases.size(); ++i) {
            const Case& one = cases[i];
            HandMade made;
            std::vector<ValueId> inputs{made.input("x", one.data), made.constant("w", one.weights)};
            if (i % 2 == 0) {
                inputs.push_back(made.constant("b", {one.weights[0]}));
            }
            made.output(made.node("Conv", "few", inputs, {{"strides", one.strides}, {"pads", one.pads}, {"group", one.groups}}));
            const std::vector<Tensor> data = made.randomInputs();
            const auto expected = interpret(made.graph, data).value();
            QCOMPARE(pixelConvs(made.graph).value().lines.empty(), one.group.empty());
            if (!one.group.empty()) {
                QCOMPARE(std::get<std::vector<int64_t>>(made.graph.nodes[0].attributes.at("strides")), one.group);
            }
            QVERIFY(checkGraph(made.graph).has_value());
            compareResults(made.graph, data, expected);
        }
    }

    void pixelShufflesTakeTheirChannelsByPhase()
    {
        for (const bool hasBias : {false, true}) {
            HandMade made;
            std::vector<ValueId> inputs{made.input("x", {2, 5, 6, 7}), made.constant("w", {12, 5, 3, 3})};
            if (hasBias) {
                inputs.push_back(made.constant("b", {12}));
            }
            const ValueId sums = made.node("Conv", "wide", inputs);
            made.output(made.node("DepthToSpace", "shuffle", {sums}, {{"blocksize", int64_t{2}}, {"mode", std::string("CRD")}}));
            const std::vector<Tensor> data = made.randomInputs();
            const auto expected = interpret(made.graph, data).value();
            QCOMPARE(pixelShuffles(made.graph).value().lines.size(), size_t{1});
            QCOMPARE(std::get<std::string>(made.graph.nodes[1].attributes.at("mode")), std::string("DCR"));
            compareResults(made.graph, data, expected);
        }
    }

    /// Others read the convolution, it multiplies groups, its weights are computed, or it has no outputs.
    void pixelShufflesOfOthersStay()
    {
        for (const int kind : {0, 1, 2, 3}) {
            HandMade made;
            const ValueId x = made.input("x", {1, 4, 6, 6});
            const Shape weights{kind == 3 ? 0 : 12, kind == 1 ? 2 : 4, 3, 3};
            const ValueId w = kind == 2 ? made.input("w", weights) : made.constant("w", weights);
            const ValueId sums = made.node("Conv", "wide", {x, w}, {{"group", static_cast<int64_t>(kind == 1 ? 2 : 1)}});
            made.output(made.node("DepthToSpace", "shuffle", {sums}, {{"blocksize", int64_t{2}}, {"mode", std::string("CRD")}}));
            if (kind == 0) {
                made.output(made.node("Relu", "other", {sums}));
            }
            QVERIFY(pixelShuffles(made.graph).value().lines.empty());
        }
    }
};

QTEST_APPLESS_MAIN(TestConvPasses)
#include "tst_convpasses.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Passes that give a float32 network another precision.
#include "core/graph/halfnumbers.h"
#include "core/graph/interpreter.h"
#include "core/graph/passes/passes.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace knobscope;

class TestPrecision : public QObject
{
    Q_OBJECT
private:
    /// Two convolutions that read one value, one of them depthwise, a residual sum, and a fully connected layer.
    static HandMade network()
    {
        HandMade made;
        const ValueId x = made.input("x", {2, 8, 6, 6});
        const Attributes padded{{"pads", std::vector<int64_t>{1, 1, 1, 1}}};
        Attributes depthwise = padded;
        depthwise["group"] = int64_t{8};
        const ValueId first =
            made.node("Relu", "relu", {made.node("Conv", "one", {x, made.constant("one.w", {8, 8, 3, 3})}, padded)});
        const ValueId second = made.node("Conv", "two", {first, made.constant("two.w", {8, 1, 3, 3})}, depthwise);
        const ValueId third =
            made.node("Conv", "three", {first, made.constant("three.w", {8, 8, 1, 1}), made.constant("b", {8})});
        const ValueId sum = made.node("Add", "sum", {made.node("Add", "both", {second, third}), first});
        const ValueId flat = made.node("Flatten", "flat", {made.node("GlobalAveragePool", "pool", {sum})});
        made.output(made.node("Gemm", "fc", {flat, made.constant("fc.w", {5, 8})}, {{"transB", int64_t{1}}}));
        return made;
    }

    static int64_t countOf(const Graph& graph, std::string_view op) { return std::ranges::count(graph.nodes, op, &Node::op); }

    static double largestOf(const Tensor& tensor)
    {
        double largest = 0;
        for (const double value : tensor.reals()) {
            largest = std::max(largest, std::abs(value));
        }
        return largest;
    }

    /// The error as a share of the largest output.
    static double errorOf(const Graph& graph, const std::vector<Tensor>& inputs, const Tensor& expected)
    {
        const auto actual = interpret(graph, inputs);
        return actual ? compareTensors(actual->front(), expected)->largest / largestOf(expected)
                      : std::numeric_limits<double>::infinity();
    }

private slots:
    void productsMultiplyBfloat16()
    {
        HandMade made = network();
        const std::vector<Tensor> inputs = made.randomInputs();
        const Tensor expected = interpret(made.graph, inputs)->front();
        Graph graph = made.graph;
        const auto report = roundProductsToBfloat16(graph);
        QCOMPARE(report->lines.size(), size_t{4});
        QCOMPARE(countOf(graph, "Cast"), int64_t{3}); // of x, of the first Relu, which two read, and of the flat values
        for (const Node& node : graph.nodes) {
            const Tensor* weights = node.op == "Conv" || node.op == "Gemm" ? constantOf(graph, node, 1) : nullptr;
            for (const float value : weights ? weights->as<float>() : std::span<const float>()) {
                QCOMPARE(roundedTo(kBfloat16, static_cast<double>(value)), value);
            }
        }
        const double error = errorOf(graph, inputs, expected);
        QVERIFY2(error > 1e-5 && error < 4e-3, std::to_string(error).c_str()); // half a unit is 2e-3
        Graph again = graph;
        QVERIFY(roundProductsToBfloat16(again).has_value());
        QCOMPARE(countOf(again, "Cast"), int64_t{3});
    }

    void layersMultiplyIntegers()
    {
        HandMade made = network();
        const std::vector<Tensor> inputs = made.randomInputs();
        const Tensor expected = interpret(made.graph, inputs)->front();
        const auto ranges = rangesOf(made.graph, {inputs});
        QVERIFY2(ranges.has_value(), ranges ? "" : ranges.error().message.c_str());
        QCOMPARE(ranges->size(), size_t{3});
        const std::vector<double> x = inputs[0].reals();
        QCOMPARE(ranges->at("x"), (std::array{std::ranges::min(x), std::ranges::max(x)}));
        Graph graph = made.graph;
        const auto report = quantizeLayers(graph, *ranges);
        QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
        QCOMPARE(report->lines.size(), size_t{4});
        QVERIFY(checkGraph(graph).has_value());
        const double error = errorOf(graph, inputs, expected);
        QVERIFY2(error > 1e-5 && error < 1e-2, std::to_string(error).c_str());
        QVERIFY(simplify(graph).has_value());
        QCOMPARE(countOf(graph, "ConvInteger"), int64_t{4});
        QCOMPARE(countOf(graph, "Conv") + countOf(graph, "Gemm"), int64_t{0});
        const double asIntegers = errorOf(graph, inputs, expected);
        QVERIFY2(asIntegers < 1e-2, std::to_string(asIntegers).c_str());
    }

    /// Products with constant matrices as well: a MatMul, and a Gemm of many rows with weights (inputs, outputs). Each column has
    /// a scale of its own: it keeps its accuracy beside columns a thousand times as large.
    void productsMultiplyIntegers()
    {
        HandMade made;
        std::vector<float> weights;
        for (int i = 0; i < 48; ++i) {
            weights.push_back((static_cast<float>(i * 7 % 11) - 5) * std::pow(4.0F, static_cast<float>(i % 6)));
        }
        const ValueId w = made.graph.addConstant("w", Tensor::of<float>({8, 6}, weights));
        const ValueId product = made.node("MatMul", "product", {made.input("x", {2, 12, 8}), w});
        const ValueId rows =
            made.node("Reshape", "rows", {made.node("Relu", "relu", {product}), made.integers("shape", {24, 6})});
        made.output(product);
        made.output(made.node("Gemm", "gemm", {rows, made.constant("v", {6, 5}), made.constant("b", {5})}));
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs);
        Graph graph = made.graph;
        const auto report = quantizeLayers(graph, rangesOf(graph, {inputs}).value());
        QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
        QCOMPARE(report->lines.size(), size_t{2});
        QVERIFY(simplify(graph).has_value());
        QCOMPARE(countOf(graph, "MatMulInteger"), int64_t{2});
        QCOMPARE(countOf(graph, "MatMul") + countOf(graph, "Gemm"), int64_t{0});
        const auto actual = interpret(graph, inputs);
        for (size_t output = 0; output < 2; ++output) {
            const std::vector<double> wanted = expected->at(output).reals(), got = actual->at(output).reals();
            const size_t columns = output == 0 ? 6 : 5;
            for (size_t column = 0; column < columns; ++column) {
                double largest = 0, error = 0;
                for (size_t i = column; i < wanted.size(); i += columns) {
                    largest = std::max(largest, std::abs(wanted[i]));
                    error = std::max(error, std::abs(got[i] - wanted[i]));
                }
                QVERIFY2(error < 0.02 * largest, qPrintable(QString("%1 of %2").arg(error).arg(largest)));
            }
        }
    }

    /// A range joins those of all sets of inputs.
    void rangesOfSeveralInputs()
    {
        HandMade made = network();
        std::vector<std::vector<Tensor>> sets{made.randomInputs(), made.randomInputs()};
        sets[0][0].as<float>()[7] = -3;
        sets[1][0].as<float>()[9] = 5;
        QCOMPARE(rangesOf(made.graph, sets)->at("x"), (std::array{-3.0, 5.0}));
    }

    void whatCannotBeQuantizedIsSaid()
    {
        const auto refusal = [](HandMade made, const ValueRanges& ranges) {
            const auto report = quantizeLayers(made.graph, ranges);
            return QString::fromStdString(report ? std::string() : report.error().message);
        };
        HandMade made;
        made.output(made.node("Relu", "relu", {made.input("x", {2, 2})}));
        QVERIFY(refusal(made, {}).startsWith("There is no layer to quantize: "));
        QCOMPARE(refusal(network(), {}), QStringLiteral("The range of 'x' is unknown"));
        const ValueRanges infinite{{"x", {0, std::numeric_limits<double>::quiet_NaN()}}, {"relu", {0, 1}}, {"flat", {0, 1}}};
        QVERIFY2(refusal(network(), infinite).startsWith("'x' reaches from 0 to nan on these inputs"),
                 qPrintable(refusal(network(), infinite)));
    }
};

QTEST_APPLESS_MAIN(TestPrecision)
#include "tst_precision.moc"

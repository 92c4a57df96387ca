// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized products of matrices on int16 and on bytes, against sums of integers written out here.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/passes/passes.h"
#include "core/graph/quantum.h"
#include "core/network/extract.h"
#include "core/network/graphworkloads.h"
#include "core/network/kernelchoices.h"
#include "core/network/modelfile.h"
#include "core/network/precision.h"
#include "core/target/host.h"
#include "tests/core/runtime/quantizedlayers.h"
#include "tests/core/runtime/targetprograms.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace knobscope;

namespace {

constexpr float kUnit = 0.05F; // of the output
constexpr int kOutputZero = 120;

/// A MatMul or Gemm between DequantizeLinear and QuantizeLinear.
struct Layer {
    const char* name;
    Shape data;
    int64_t outputs = 1;
    int dataZero = 0;
    bool isSigned = false;   ///< the data
    int weightsZero = -1;    ///< -1: int8, symmetric, one scale for each output; else uint8
    bool isGemm = false;     ///< with a bias
    bool isTransposed = false; ///< the weights are (outputs, inputs)
};

constexpr bool kSigned = true;
constexpr bool kGemm = true;

const std::vector<Layer>& layers()
{
    static const std::vector<Layer> all{
        {"rows", {24, 32}, 48, 131},
        {"sequences", {2, 7, 64}, 32, 3},
        {"odd extents", {3, 5, 17}, 10, 255},
        {"signed data", {20, 64}, 64, -20, kSigned},
        {"weights around 128", {16, 32}, 16, 7, false, 128},
        {"weights that are wide", {16, 32}, 16, 7, false, 20},
        {"Gemm", {12, 32}, 24, 90, false, -1, kGemm},
        {"Gemm, transposed", {12, 32}, 24, 90, false, -1, kGemm, true},
        {"Gemm of few rows", {2, 32}, 24, 90, false, -1, kGemm},
    };
    return all;
}

/// Graphs as read, after simplify(), and after multiplyBytes(); and what the output is in quanta, without its zero point.
struct Made {
    Graph plain, words, bytes;
    Tensor input;
    std::vector<int64_t> expected;
};

Made madeOf(const Layer& one)
{
    std::mt19937 random(17);
    HandMade made;
    const int64_t depth = one.data.back(), rows = elementsOf(one.data) / depth, outputs = one.outputs;
    const ValueId x = requantized(made, "x", made.input("rows", one.data), kDataScale, one.dataZero, one.isSigned);
    const Shape shape = one.isTransposed ? Shape{outputs, depth} : Shape{depth, outputs};
    const bool isWide = one.weightsZero >= 0;
    std::vector<float> units;
    for (int64_t k = 0; k < (isWide ? 1 : outputs); ++k) {
        units.push_back(0.002F + 0.0001F * static_cast<float>(k % 7));
    }
    const ValueId whole = isWide ? randomIntegers<uint8_t>(made, "w", shape, 0, 255, random)
                                 : randomIntegers<int8_t>(made, "w", shape, -127, 127, random);
    std::vector<ValueId> inputs{whole, scale(made, "w.scale", units)};
    if (isWide) {
        inputs.push_back(byte(made, "w.zero", one.weightsZero));
    }
    const ValueId weights = made.node("DequantizeLinear", "w.dq", inputs, {{"axis", int64_t{one.isTransposed ? 0 : 1}}});
    std::vector<ValueId> factors{x, weights};
    if (one.isGemm) {
        factors.push_back(made.constant("bias", {outputs}));
    }
    const Attributes attributes = one.isGemm ? Attributes{{"transB", int64_t{one.isTransposed ? 1 : 0}}} : Attributes();
    const ValueId y = made.node(one.isGemm ? "Gemm" : "MatMul", "product", factors, attributes);
    made.output(requantized(made, "y", y, kUnit, kOutputZero));

    Made all{made.graph, made.graph, {}, numbersFor(made.graph, random).front(), {}};
    const std::vector<double> w = all.plain.value(whole).constant->reals(), from = all.input.reals();
    const std::vector<double> bias = one.isGemm ? all.plain.value(factors[2]).constant->reals() : std::vector<double>();
    for (int64_t row = 0; row < rows; ++row) {
        for (int64_t k = 0; k < outputs; ++k) {
            int64_t sum = 0;
            for (int64_t i = 0; i < depth; ++i) {
                const double quanta =
                    std::nearbyint(static_cast<float>(from[static_cast<size_t>(row * depth + i)]) / kDataScale) + one.dataZero;
                const double low = one.isSigned ? -128 : 0;
                const auto data = static_cast<int64_t>(std::clamp(quanta, low, low + 255)) - one.dataZero;
                const int64_t at = one.isTransposed ? k * depth + i : i * outputs + k;
                sum += data * (static_cast<int64_t>(w[static_cast<size_t>(at)]) - std::max(one.weightsZero, 0));
            }
            const double unit =
                static_cast<double>(kDataScale) * static_cast<double>(units[static_cast<size_t>(k) % units.size()]);
            const double number = static_cast<double>(sum) * unit + (bias.empty() ? 0 : bias[static_cast<size_t>(k)]);
            const double quanta = std::nearbyint(number / static_cast<double>(kUnit)) + kOutputZero;
            all.expected.push_back(static_cast<int64_t>(std::clamp(quanta, 0.0, 255.0)) - kOutputZero);
        }
    }
    return all;
}

} // namespace

class TestIntegerProducts : public QObject
{
    Q_OBJECT

    /// Few differ, by one quantum, as a sum that is near a tie may be rounded either way.
    static void compare(const Result<Tensor>& actual, const std::vector<int64_t>& expected)
    {
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        const std::vector<double> a = actual->reals();
        QCOMPARE(a.size(), expected.size());
        int different = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            const double quanta = std::abs(a[i] / static_cast<double>(kUnit) - static_cast<double>(expected[i]));
            QVERIFY2(quanta < 1.01, fmt::format("element {}: {} instead of {}", i, a[i], expected[i]).c_str());
            different += quanta > 0.5 ? 1 : 0;
        }
        QVERIFY2(different * 50 <= std::ssize(a), fmt::format("{} of {} differ", different, a.size()).c_str());
    }

    static void addLayers()
    {
        QTest::addColumn<size_t>("which");
        for (size_t i = 0; i < layers().size(); ++i) {
            QTest::newRow(layers()[i].name) << i;
        }
    }

private slots:
    void sumsOfIntegers_data() { addLayers(); }

    /// On int16 and on bytes, interpreted and as programs for this machine and, if it can, for others.
    void sumsOfIntegers()
    {
        QFETCH(size_t, which);
        Made made = madeOf(layers()[which]);
        QVERIFY(simplify(made.words).has_value());
        made.bytes = made.words;
        QVERIFY(multiplyBytes(made.bytes).has_value());
        const bool isWide = layers()[which].weightsZero == 20;
        for (const auto& [graph, type] : {std::pair(&made.words, ir::int16), {&made.bytes, isWide ? ir::int16 : ir::uint8}}) {
            const auto product = std::ranges::find_if(
                graph->nodes, [](const Node& node) { return node.op == "MatMulInteger" || node.op == "ConvInteger"; });
            QVERIFY(product != graph->nodes.end());
            QCOMPARE(graph->value(product->inputs[0]).type->number, type);
            compare(interpret(*graph, {made.input})->front(), made.expected);
            for (const char* name : {"llvm", "llvm -mcpu=haswell", "llvm -mcpu=cascadelake", "llvm -mcpu=sapphirerapids"}) {
                const Target target = parseTarget(name).value();
                const auto choices = choicesFor(*graph, target);
                QVERIFY2(choices.has_value(), choices ? "" : choices.error().message.c_str());
                QCOMPARE(choices->size(), size_t{1});
                auto program = programFor(*graph, *choices, target);
                QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
                for (const Step& step : program->steps) {
                    QVERIFY2(step.kind != StepKind::Operator, step.op.c_str());
                }
                if (checkRunsHere(target)) {
                    compare(computed(std::move(program), made.input), made.expected);
                }
            }
        }
    }

    /// Of two computed factors, as in attention; interpreted and, where possible, as programs.
    void productsOfComputedFactors_data()
    {
        QTest::addColumn<bool>("isSigned");
        QTest::newRow("unsigned") << false;
        QTest::newRow("signed") << true;
    }
    void productsOfComputedFactors()
    {
        QFETCH(bool, isSigned);
        constexpr int64_t batch = 3, rows = 12, depth = 40;
        const int zero = isSigned ? -120 : 7;
        std::mt19937 random(5);
        HandMade made;
        const ValueId x = requantized(made, "x", made.input("rows", {batch, rows, depth}), kDataScale, zero, isSigned);
        const ValueId turned = made.node("Transpose", "turned", {x}, {{"perm", std::vector<int64_t>{0, 2, 1}}});
        const ValueId y = requantized(made, "y", turned, kDataScale, zero, isSigned);
        made.output(requantized(made, "z", made.node("MatMul", "product", {x, y}), kUnit, kOutputZero));
        const Tensor input = numbersFor(made.graph, random).front();
        std::vector<int64_t> integers;
        for (const double number : input.reals()) {
            const double low = isSigned ? -128 : 0;
            const double quanta = std::nearbyint(static_cast<float>(number) / kDataScale) + zero;
            integers.push_back(static_cast<int64_t>(std::clamp(quanta, low, low + 255)) - zero);
        }
        std::vector<int64_t> expected;
        for (int64_t i = 0; i < batch * rows * rows; ++i) {
            const int64_t row = i / rows * depth, column = (i / (rows * rows) * rows + i % rows) * depth;
            int64_t sum = 0;
            for (int64_t k = 0; k < depth; ++k) {
                sum += integers[static_cast<size_t>(row + k)] * integers[static_cast<size_t>(column + k)];
            }
            const double quanta =
                static_cast<double>(sum) * std::pow(static_cast<double>(kDataScale), 2) / static_cast<double>(kUnit);
            expected.push_back(static_cast<int64_t>(std::clamp(std::nearbyint(quanta) + kOutputZero, 0.0, 255.0)) - kOutputZero);
        }
        compare(interpret(made.graph, {input})->front(), expected);
        QVERIFY(simplify(made.graph).has_value());
        const auto product = std::ranges::find(made.graph.nodes, std::string("MatMul"), &Node::op);
        QVERIFY(product != made.graph.nodes.end());
        QVERIFY(made.graph.value(product->inputs[0]).isBfloat16 && made.graph.value(product->inputs[1]).isBfloat16);
        compare(interpret(made.graph, {input})->front(), expected);
        for (const char* name : {"llvm -mcpu=haswell", "llvm -mcpu=znver4", "llvm -mcpu=sapphirerapids"}) {
            const Target target = parseTarget(name).value();
            Graph graph = made.graph;
            if (!multipliesBfloat16(target)) {
                keepAsFloat32(graph);
            }
            auto program = programFor(graph, choicesFor(graph, target).value(), target);
            QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
            if (checkRunsHere(target)) {
                compare(computed(std::move(program), input), expected);
            }
        }
    }

    void tasksFollowTheTarget_data() { addLayers(); }

    /// The tasks of a graph as it is read are those of the graph for the target.
    void tasksFollowTheTarget()
    {
        QFETCH(size_t, which);
        Made made = madeOf(layers()[which]);
        QVERIFY(simplify(made.words).has_value());
        made.bytes = made.words;
        QVERIFY(multiplyBytes(made.bytes).has_value());
        const auto tasksFor = [](const Graph& graph, const char* target) {
            Network network;
            network.workloads = workloadsOf(graph).workloads;
            const auto extracted = extractTasks(network, parseTarget(target).value(), TaskChoice::WithExtra).value();
            std::vector<std::string> list;
            for (const NetworkTask& task : extracted.tasks) {
                list.push_back(task.task + task.args.dump());
            }
            return list;
        };
        for (const char* target : {"llvm -mcpu=cascadelake", "llvm -mcpu=sapphirerapids"}) {
            const auto tasks = tasksFor(made.words, target);
            QCOMPARE(tasks, tasksFor(made.bytes, target));
            QVERIFY(!tasks.empty());
            QCOMPARE(tasks.front().find("uint8") == std::string::npos, layers()[which].weightsZero == 20);
        }
    }

    /// A transformer of two layers, of which every product, addition and softmax is quantized, as ONNX Runtime computes it.
    void asOnnxRuntime()
    {
        const std::string folder = KNOBSCOPE_FIXTURES "/onnx/quantized-transformer/";
        const auto model = openModelNetwork(folder + "model.onnx", {});
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        Graph graph = model->imported.graph;
        QVERIFY(std::ranges::count(graph.nodes, "MatMulInteger", &Node::op) == 12);
        const Tensor input = readOnnxTensor(folder + "input_0.pb").value();
        const std::vector<double> expected = readOnnxTensor(folder + "output_0.pb")->reals();
        const double quantum = quantumOf(graph, graph.outputs[0])->at(0);
        const auto compareTo = [&](const std::vector<double>& actual) {
            for (size_t i = 0; i < expected.size(); ++i) {
                QVERIFY2(std::abs(actual[i] - expected[i]) < 1.01 * quantum, std::to_string(i).c_str());
            }
        };
        compareTo(interpret(graph, {input})->front().reals());
        QVERIFY(multiplyBytes(graph).has_value());
        const auto actual = computed(programFor(graph, choicesFor(graph, *hostTarget()).value(), *hostTarget()), input);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        compareTo(actual->reals());
    }

    /// As an ONNX file, whose operators have no int16.
    void asAFile()
    {
        Made made = madeOf(layers().front());
        QVERIFY(simplify(made.words).has_value());
        const QTemporaryDir folder;
        const std::string path = folder.filePath("product.onnx").toStdString();
        const auto written = writeOnnx(made.words, path);
        QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
        const auto again = importOnnx(path);
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(again->unsupported.empty());
        compare(interpret(again->graph, {made.input})->front(), made.expected);
    }
};

QTEST_GUILESS_MAIN(TestIntegerProducts)
#include "tst_integerproducts.moc"

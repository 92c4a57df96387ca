// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized convolutions that multiply bytes, against sums of integers written out here.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/passes/passes.h"
#include "core/ir/dot.h"
#include "core/network/extract.h"
#include "core/network/graphworkloads.h"
#include "core/network/kernelchoices.h"
#include "core/network/modelfile.h"
#include "tests/core/runtime/quantizedlayers.h"
#include "tests/core/runtime/targetprograms.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace knobscope;

namespace {

constexpr float kOutputScale = 0.05F;
constexpr const char* kWithout = "llvm -mcpu=haswell";
constexpr const char* kWithDots = "llvm -mcpu=cascadelake";
constexpr const char* kWithTiles = "llvm -mcpu=sapphirerapids";

const Tensor& constantNamed(const Graph& graph, const std::string& name)
{
    return *std::ranges::find(graph.values, name, &Value::name)->constant;
}

int64_t clampedTo(double value, bool isSigned)
{
    return static_cast<int64_t>(std::clamp<double>(value, isSigned ? -128 : 0, isSigned ? 127 : 255));
}

/// A line is an image of one column.
QuantizedConv asImage(QuantizedConv conv)
{
    if (conv.data.size() == 3) {
        conv.data.push_back(1);
        conv.weights.push_back(1);
        conv.pads = {conv.pads[0], 0, conv.pads[1], 0};
        conv.strides.push_back(1);
    }
    return conv;
}

/// The layer's output in quanta, summed in int64: sum((x - zero) * (w - zero)) + bias, scaled, rounded and clamped.
std::vector<int64_t> outputOf(const QuantizedConv& conv, const Graph& made, const Tensor& image)
{
    const QuantizedConv one = asImage(conv);
    const std::vector<double> w = constantNamed(made, "conv.w").reals(), units = constantNamed(made, "conv.w.scale").reals();
    const std::vector<double> bias = constantNamed(made, "conv.b").reals();
    const std::vector<double> from = image.reals();
    std::vector<int64_t> x;
    for (const double value : from) {
        const double quanta = std::nearbyint(static_cast<float>(value) / kDataScale) + one.dataZero;
        x.push_back(clampedTo(quanta, one.isSigned) - one.dataZero);
    }
    const int64_t n = one.data[0], all = one.data[1], c = one.weights[1], h = one.data[2], wide = one.data[3];
    const int64_t k = one.weights[0], r = one.weights[2], s = one.weights[3];
    const int64_t oh = (h + one.pads[0] + one.pads[2] - r) / one.strides[0] + 1;
    const int64_t ow = (wide + one.pads[1] + one.pads[3] - s) / one.strides[1] + 1;
    std::vector<int64_t> out;
    for (int64_t at = 0; at < n * k * oh * ow; ++at) {
        const int64_t column = at % ow, row = at / ow % oh, channel = at / (ow * oh) % k, batch = at / (ow * oh * k);
        int64_t sum = 0;
        for (int64_t i = 0; i < c * r * s; ++i) {
            const int64_t in = channel / (k / one.groups) * c + i / (r * s);
            const int64_t y = row * one.strides[0] + i / s % r - one.pads[0], z = column * one.strides[1] + i % s - one.pads[1];
            if (y >= 0 && y < h && z >= 0 && z < wide) {
                const auto weight = static_cast<int64_t>(w[static_cast<size_t>(channel * c * r * s + i)]);
                sum += x[static_cast<size_t>(((batch * all + in) * h + y) * wide + z)] * (weight - std::max(one.weightsZero, 0));
            }
        }
        const double unit = kDataScale * units[static_cast<size_t>(channel) % units.size()];
        const double added = bias[static_cast<size_t>(channel)] * (one.hasPlainBias ? 1 : unit);
        double number = static_cast<double>(sum) * unit + added;
        number = one.isActive ? std::max(number, 0.0) : number;
        out.push_back(clampedTo(std::nearbyint(number / kOutputScale) + one.outputZero, one.isSigned) - one.outputZero);
    }
    return out;
}

struct Layer {
    HandMade made;
    Graph words, bytes; ///< after simplify(), and after multiplyBytes()
};

Result<Layer> layerOf(const QuantizedConv& one, std::mt19937& random)
{
    Layer layer;
    HandMade& made = layer.made;
    const ValueId x = requantized(made, "x", made.input("image", one.data), kDataScale, one.dataZero, one.isSigned);
    ValueId y = conv(made, "conv", x, one, random);
    y = one.isActive ? made.node("Relu", "relu", {y}) : y;
    made.output(requantized(made, "y", y, kOutputScale, one.outputZero, one.isSigned));
    layer.words = made.graph;
    TRY(simplify(layer.words));
    layer.bytes = layer.words;
    TRY(multiplyBytes(layer.bytes));
    return layer;
}

const Node& convIn(const Graph& graph)
{
    return *std::ranges::find(graph.nodes, "ConvInteger", &Node::op);
}

ir::DataType typeOf(const Graph& graph, const Node& node, size_t input)
{
    return graph.value(node.inputs[input]).type->number;
}

} // namespace

class TestByteConvs : public QObject
{
    Q_OBJECT

    /// Few differ, by one quantum, as a sum that is near a tie may be rounded either way.
    static void compare(const Tensor& actual, const std::vector<int64_t>& expected)
    {
        const std::vector<double> a = actual.reals();
        QCOMPARE(a.size(), expected.size());
        int different = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            const double quanta = std::abs(a[i] / kOutputScale - static_cast<double>(expected[i]));
            QVERIFY2(quanta < 1.01, fmt::format("element {}: {} instead of {}", i, a[i] / kOutputScale, expected[i]).c_str());
            different += quanta > 0.5 ? 1 : 0;
        }
        QVERIFY2(different * 100 <= std::ssize(a), fmt::format("{} of {} differ", different, a.size()).c_str());
    }

    static void addConvs()
    {
        QTest::addColumn<size_t>("which");
        for (size_t i = 0; i < quantizedConvs().size(); ++i) {
            const QuantizedConv& one = quantizedConvs()[i];
            if (one.weightsZero < 0 || one.weightsZero == 128) { // others do not fit int8
                QTest::newRow(one.name.c_str()) << i;
            }
        }
    }

private slots:
    void targetsWithByteProducts_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<bool>("expected");
        QTest::newRow("AVX2") << kWithout << false;
        QTest::newRow("AVX-512 without VNNI") << "llvm -mcpu=skylake-avx512" << false;
        QTest::newRow("Zen 3") << "llvm -mcpu=znver3" << false;
        QTest::newRow("AVX512-VNNI") << kWithDots << true;
        QTest::newRow("AVX-VNNI") << "llvm -mcpu=alderlake" << true;
        QTest::newRow("AMX") << kWithTiles << true;
        QTest::newRow("ARM with dot products") << "llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-v1" << false;
    }

    void targetsWithByteProducts()
    {
        QFETCH(QString, target);
        QFETCH(bool, expected);
        QCOMPARE(multipliesBytes(parseTarget(target.toStdString()).value()), expected);
    }

    void sumsOfBytes_data() { addConvs(); }

    /// Computed by definition, with untuned configs and with random ones, on this machine and, if it can, for the others.
    void sumsOfBytes()
    {
        QFETCH(size_t, which);
        const QuantizedConv& one = quantizedConvs()[which];
        std::mt19937 random(static_cast<unsigned>(which));
        const auto layer = layerOf(one, random);
        QVERIFY2(layer.has_value(), layer ? "" : layer.error().message.c_str());
        const Graph& graph = layer->bytes;
        QCOMPARE(typeOf(graph, convIn(graph), 0), ir::uint8);
        QCOMPARE(typeOf(graph, convIn(graph), 1), ir::int8);
        for (const Node& node : graph.nodes) {
            QVERIFY2(node.op != "SubtractZeroPoint", "no kernel writes int16");
        }
        const Tensor image = numbersFor(graph, random).front();
        const std::vector<int64_t> expected = outputOf(one, layer->made.graph, image);
        compare(interpret(graph, {image})->front(), expected);
        const auto defined = computed(programFor(graph, {}, *hostTarget()), image);
        QVERIFY2(defined.has_value(), defined ? "" : defined.error().message.c_str());
        compare(*defined, expected);
        for (const std::string& name : {hostTarget()->text, std::string(kWithDots), std::string(kWithTiles)}) {
            const Target target = parseTarget(name).value();
            const auto choices = choicesFor(graph, target);
            QVERIFY2(choices.has_value(), choices ? "" : choices.error().message.c_str());
            QCOMPARE(choices->size(), size_t{1});
            auto program = programFor(graph, *choices, target);
            QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
            for (const Step& step : program->steps) {
                QVERIFY2(step.kind != StepKind::Operator, step.op.c_str());
            }
            if (!checkRunsHere(target)) {
                continue; // compiled only
            }
            compare(*computed(std::move(program), image), expected);
            const Task& task = choices->begin()->second.task;
            for (int round = 0; round < 3; ++round) {
                KernelChoices others = *choices;
                const auto entity =
                    task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength())));
                if (entity && scheduleConfig(task, *entity)) {
                    others.begin()->second.entity = *entity;
                    compare(*computed(programFor(graph, others, target), image), expected);
                }
            }
        }
    }

    void tasksFollowTheTarget_data() { addConvs(); }

    /// The tasks of a graph as it is read are those of the graph for the target.
    void tasksFollowTheTarget()
    {
        QFETCH(size_t, which);
        std::mt19937 random(static_cast<unsigned>(which));
        const Layer layer = layerOf(quantizedConvs()[which], random).value();
        const auto tasksFor = [&](const Graph& graph, const char* target) {
            Network network;
            network.workloads = workloadsOf(graph).workloads;
            const auto extracted = extractTasks(network, parseTarget(target).value(), TaskChoice::WithExtra).value();
            std::vector<std::string> list;
            for (const NetworkTask& task : extracted.tasks) {
                list.push_back(task.task + task.args.dump());
            }
            return list;
        };
        for (const char* target : {kWithDots, kWithTiles}) {
            QCOMPARE(tasksFor(layer.words, target), tasksFor(layer.bytes, target));
            QVERIFY(tasksFor(layer.words, target).front().find(R"("uint8")") != std::string::npos);
        }
        const auto without = tasksFor(layer.words, kWithout);
        QVERIFY(!without.empty());
        for (const std::string& task : without) {
            QVERIFY2(task.find("int8") == std::string::npos, task.c_str());
        }
        const QuantizedConv& one = quantizedConvs()[which];
        const auto hasTiles = std::ranges::any_of(tasksFor(layer.bytes, kWithTiles),
                                                  [](const std::string& task) { return task.starts_with("conv2d_amx"); });
        const int64_t channels = one.data[1], columns = one.weights.back();
        QCOMPARE(hasTiles, one.groups == 1 && (channels >= 16 || (columns > 1 && channels * columns >= 8)));
    }

    /// Products of 255 and 127 exceed 16 bits in twos, and float32's integers in 520.
    void theLargestSums()
    {
        constexpr int64_t kChannels = 1024;
        HandMade made;
        const ValueId x = requantized(made, "x", made.input("image", {1, kChannels, 4, 4}), 1, 7);
        const ValueId weights = made.graph.addConstant(
            "w", Tensor::of<int8_t>({16, kChannels, 1, 1}, std::vector<int8_t>(16 * kChannels, int8_t{127})));
        const ValueId conv =
            made.node("Conv", "conv", {x, made.node("DequantizeLinear", "w.dq", {weights, scale(made, "w.scale", {1})})});
        made.output(requantized(made, "y", conv, 1 << 18, 0));
        QVERIFY(simplify(made.graph).has_value());
        QVERIFY(multiplyBytes(made.graph).has_value());
        Tensor image(TensorType{ir::float32, {1, kChannels, 4, 4}});
        std::ranges::fill(image.as<float>(), 300.0F);
        const auto actual = computed(programFor(made.graph, choicesFor(made.graph, *hostTarget()).value(), *hostTarget()), image);
        const double expected = std::nearbyint((255.0 - 7) * 127 * kChannels / (1 << 18)) * (1 << 18);
        QCOMPARE(actual->reals(), std::vector<double>(16 * 16, expected));
    }

    /// Weights without their zero point beyond int8 keep int16.
    void wideWeightsStayWords()
    {
        QuantizedConv one = quantizedConvs().front();
        one.weightsZero = 20; // up to 235
        std::mt19937 random(3);
        const Layer layer = layerOf(one, random).value();
        QCOMPARE(typeOf(layer.bytes, convIn(layer.bytes), 0), ir::int16);
        QVERIFY(byteProductsOf(layer.words, convIn(layer.words)) == ByteProducts::No);
    }

    /// A network of many operators, with a fully connected layer, as ONNX Runtime computes it.
    void asOnnxRuntime()
    {
        const std::string folder = KNOBSCOPE_FIXTURES "/onnx/quantized/";
        const auto model = openModelNetwork(folder + "model.onnx", {});
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        Graph graph = model->imported.graph;
        const auto report = multiplyBytes(graph);
        QVERIFY2(report.has_value(), report ? "" : report.error().message.c_str());
        QVERIFY(report->lines.size() >= 5);
        const Tensor image = readOnnxTensor(folder + "input_0.pb").value();
        const Tensor expected = readOnnxTensor(folder + "output_0.pb").value();
        const auto actual = computed(programFor(graph, choicesFor(graph, *hostTarget()).value(), *hostTarget()), image);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        constexpr double quantum = 0.024608376;
        for (size_t i = 0; i < expected.reals().size(); ++i) {
            QVERIFY(std::abs(actual->reals()[i] - expected.reals()[i]) < 1.01 * quantum);
        }
    }

    /// Bytes go through a pool of the same scale; another scale computes numbers.
    void poolsChooseAmongIntegers()
    {
        for (const float after : {kDataScale, 0.04F}) {
            HandMade made;
            const ValueId x = requantized(made, "x", made.input("image", {1, 16, 9, 9}), kDataScale, 100);
            const ValueId pool =
                made.node("MaxPool", "pool", {x},
                          {{"kernel_shape", std::vector<int64_t>{3, 3}}, {"pads", std::vector<int64_t>{1, 1, 1, 1}}});
            made.output(requantized(made, "y", pool, after, 100));
            std::mt19937 random(4);
            const Tensor image = numbersFor(made.graph, random).front();
            const auto expected = interpret(made.graph, {image});
            Graph graph = made.graph;
            QVERIFY(simplify(graph).has_value());
            const auto quantizers = std::ranges::count(graph.nodes, "QuantizeLinear", &Node::op);
            QCOMPARE(quantizers, after == kDataScale ? 1 : 2);
            QCOMPARE(interpret(graph, {image})->front().reals(), expected->front().reals());
            QCOMPARE(computed(programFor(graph, {}, *hostTarget()), image)->reals(), expected->front().reals());
        }
    }

    /// Any of a residual block's layers may stay words, which then read the same values as layers of bytes do.
    void someLayersStayWords()
    {
        for (const bool isSigned : {false, true}) {
            std::mt19937 random(7);
            const HandMade made = quantizedResidualBlock(random, isSigned);
            const Tensor image = numbersFor(made.graph, random).front();
            const std::vector<double> expected = interpret(made.graph, {image})->front().reals();
            Graph words = made.graph;
            QVERIFY(simplify(words).has_value());
            std::vector<size_t> layers;
            for (size_t n = 0; n < words.nodes.size(); ++n) {
                if (words.nodes[n].op == "ConvInteger") {
                    layers.push_back(n);
                }
            }
            QVERIFY(layers.size() >= 2);
            for (size_t mask = 1; mask < size_t{1} << layers.size(); ++mask) {
                std::set<size_t> kept;
                for (size_t i = 0; i < layers.size(); ++i) {
                    if ((mask >> i & 1) != 0) {
                        kept.insert(layers[i]);
                    }
                }
                Graph graph = words;
                QVERIFY(multiplyBytes(graph, kept).has_value());
                const auto ofWords = std::ranges::count_if(graph.nodes, [&](const Node& node) {
                    return node.op == "ConvInteger" && typeOf(graph, node, 0) == ir::int16;
                });
                QCOMPARE(ofWords, std::ssize(kept));
                const auto actual = computed(programFor(graph, choicesFor(graph, *hostTarget()).value(), *hostTarget()), image);
                QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
                for (size_t i = 0; i < expected.size(); ++i) {
                    QVERIFY(std::abs(actual->reals()[i] - expected[i]) < 2.01 * kOutputScale);
                }
            }
        }
    }

    /// Only bytes are between the kernels of a residual block.
    void aResidualBlock()
    {
        std::mt19937 random(5);
        const HandMade made = quantizedResidualBlock(random);
        const Tensor image = numbersFor(made.graph, random).front();
        const auto expected = interpret(made.graph, {image});
        Graph graph = made.graph;
        QVERIFY(simplify(graph).has_value());
        QVERIFY(multiplyBytes(graph).has_value());
        for (const Group& group : groupEpilogues(graph)) {
            const ValueId output = outputOf(graph, group);
            QVERIFY(output == graph.outputs[0] || graph.value(output).type->number == ir::uint8);
        }
        const auto actual = computed(programFor(graph, choicesFor(graph, *hostTarget()).value(), *hostTarget()), image);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        const std::vector<double> a = actual->reals(), b = expected->front().reals();
        for (size_t i = 0; i < a.size(); ++i) {
            QVERIFY(std::abs(a[i] - b[i]) < 2.01 * kOutputScale); // roundings of earlier ties add up
        }
    }
};

QTEST_APPLESS_MAIN(TestByteConvs)
#include "tst_byteconvs.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized convolutions computed on integers: what the graph says before the passes, within one quantum.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/passes/passes.h"
#include "core/network/kernelchoices.h"
#include "core/network/modelfile.h"
#include "core/runtime/executor.h"
#include "tests/core/runtime/quantizedlayers.h"
#include "tests/core/runtime/untunedchoices.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace knobscope;

namespace {

size_t countOf(const Graph& graph, std::string_view op)
{
    return static_cast<size_t>(std::ranges::count(graph.nodes, op, &Node::op));
}

Result<std::vector<Tensor>> computed(const Graph& graph, const std::vector<Tensor>& inputs, KernelChoices choices,
                                     std::vector<std::string>* steps = nullptr)
{
    ProgramOptions options;
    options.choices = std::move(choices);
    options.target = *hostTarget();
    options.compilers = 2;
    options.threads = 2;
    auto program = TRY(makeProgram(graph, groupEpilogues(graph), options));
    for (const Step& step : steps ? program.steps : std::vector<Step>()) {
        steps->push_back((step.kind == StepKind::Operator ? "by definition: " : "") + step.op);
    }
    auto executor = TRY(Executor::create(std::move(program)));
    TRY(executor->setInput(0, inputs[0]));
    TRY(executor->run());
    return std::vector{executor->output(0)};
}

} // namespace

class TestIntegerConvs : public QObject
{
    Q_OBJECT

    /// Both are multiples of the quantum; few differ by one, as a sum that is near a tie may be rounded either way.
    static void compare(const Tensor& actual, const Tensor& expected, double quantum)
    {
        const std::vector<double> a = actual.reals(), b = expected.reals();
        int different = 0;
        for (size_t i = 0; i < a.size(); ++i) {
            const double quanta = std::abs(a[i] - b[i]) / quantum;
            QVERIFY2(quanta < 1.01, fmt::format("element {}: {} instead of {}", i, a[i], b[i]).c_str());
            different += quanta > 0.5 ? 1 : 0;
        }
        QVERIFY2(different * 100 <= std::ssize(a), fmt::format("{} of {} differ", different, a.size()).c_str());
    }

private slots:
    void sumsOfIntegers_data()
    {
        QTest::addColumn<size_t>("which");
        for (size_t i = 0; i < quantizedConvs().size(); ++i) {
            QTest::newRow(quantizedConvs()[i].name.c_str()) << i;
        }
    }

    void sumsOfIntegers()
    {
        QFETCH(size_t, which);
        const QuantizedConv& one = quantizedConvs()[which];
        std::mt19937 random(static_cast<unsigned>(which));
        HandMade made;
        const ValueId x = requantized(made, "x", made.input("image", one.data), kDataScale, one.dataZero, one.isSigned);
        ValueId y = conv(made, "conv", x, one, random);
        y = one.isActive ? made.node("Relu", "relu", {y}) : y;
        constexpr float quantum = 0.05F;
        made.output(requantized(made, "y", y, quantum, one.outputZero, one.isSigned));
        const std::vector<Tensor> inputs = numbersFor(made.graph, random);
        const auto expected = interpret(made.graph, inputs);
        QVERIFY(expected.has_value());

        Graph graph = made.graph;
        QVERIFY(simplify(graph).has_value());
        QCOMPARE(countOf(graph, "ConvInteger"), size_t{1});
        QCOMPARE(countOf(graph, "Conv"), size_t{0});
        compare(interpret(graph, inputs)->front(), expected->front(), quantum);
        const KernelChoices untuned = untunedChoices(graph, groupEpilogues(graph)).value();
        QCOMPARE(untuned.size(), size_t{1});
        std::vector<std::string> steps;
        const auto actual = computed(graph, inputs, untuned, &steps);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        for (const std::string& step : steps) {
            QVERIFY2(!step.starts_with("by definition"), step.c_str());
        }
        compare(actual->front(), expected->front(), quantum);
        const auto defined = computed(graph, inputs, {});
        QVERIFY2(defined.has_value(), defined ? "" : defined.error().message.c_str());
        QCOMPARE(defined->front().reals(), actual->front().reals()); // sums of integers have no order
        for (int round = 0; round < 3; ++round) {
            KernelChoices choices = untuned;
            KernelChoice& choice = choices.begin()->second;
            const Task& task = choice.task;
            const auto entity = task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength())));
            if (entity && scheduleConfig(task, *entity)) {
                choice.entity = *entity;
                const auto other = computed(graph, inputs, choices);
                QVERIFY2(other.has_value(), other ? "" : other.error().message.c_str());
                QCOMPARE(other->front().reals(), actual->front().reals());
            }
        }
    }

    /// Products of 255 and 127, whose sums of two no 16 bits hold.
    void theLargestProducts()
    {
        constexpr int64_t kChannels = 512;
        HandMade made;
        const ValueId x = requantized(made, "x", made.input("image", {1, kChannels, 4, 4}), 1, 0);
        const ValueId weights = made.graph.addConstant(
            "w", Tensor::of<int8_t>({16, kChannels, 1, 1}, std::vector<int8_t>(16 * kChannels, int8_t{127})));
        const ValueId conv =
            made.node("Conv", "conv", {x, made.node("DequantizeLinear", "w.dq", {weights, scale(made, "w.scale", {1})})});
        made.output(requantized(made, "y", conv, 65536, 0));
        Graph graph = made.graph;
        QVERIFY(simplify(graph).has_value());
        QCOMPARE(countOf(graph, "ConvInteger"), size_t{1});
        Tensor image(TensorType{ir::float32, {1, kChannels, 4, 4}});
        std::ranges::fill(image.as<float>(), 300.0F);
        const auto actual = computed(graph, {image}, untunedChoices(graph, groupEpilogues(graph)).value());
        const double expected = std::nearbyint(255.0 * 127 * kChannels / 65536) * 65536;
        QCOMPARE(actual->front().reals(), std::vector<double>(16 * 16, expected));
    }

    /// Groups that dot products do not divide.
    void narrowGroupsStayFloat()
    {
        const QuantizedConv narrow[] = {{"six channels", {1, 18, 7, 7}, {12, 6, 3, 3}, 3},
                                        {"four outputs of each channel", {1, 8, 9, 9}, {32, 1, 3, 3}, 8},
                                        {"two outputs of a group", {1, 16, 9, 9}, {8, 4, 3, 3}, 4}};
        for (const QuantizedConv& one : narrow) {
            std::mt19937 random(6);
            HandMade made;
            const ValueId x = requantized(made, "x", made.input("image", one.data), kDataScale, 3);
            made.output(requantized(made, "y", conv(made, "conv", x, one, random), 0.05F, 128));
            QVERIFY(simplify(made.graph).has_value());
            QVERIFY2(countOf(made.graph, "Conv") == 1, one.name.c_str());
        }
    }

    void sumsBeyondInt32StayFloat()
    {
        constexpr int64_t kChannels = 66400; // times 255 times 127
        HandMade made;
        const ValueId x = requantized(made, "x", made.input("image", {1, kChannels, 1, 1}), 1, 0);
        const ValueId weights =
            made.graph.addConstant("w", Tensor::of<int8_t>({1, kChannels, 1, 1}, std::vector<int8_t>(kChannels, int8_t{127})));
        made.output(
            made.node("Conv", "conv", {x, made.node("DequantizeLinear", "w.dq", {weights, scale(made, "w.scale", {1})})}));
        QVERIFY(simplify(made.graph).has_value());
        QCOMPARE(countOf(made.graph, "Conv"), size_t{1});
    }

    /// Only integers are between the kernels of a residual block.
    void aResidualBlock()
    {
        std::mt19937 random(5);
        const HandMade made = quantizedResidualBlock(random);
        const std::vector<Tensor> inputs = numbersFor(made.graph, random);
        const auto expected = interpret(made.graph, inputs);
        Graph graph = made.graph;
        QVERIFY(simplify(graph).has_value());
        QCOMPARE(countOf(graph, "ConvInteger"), size_t{3});
        std::vector<std::string> steps;
        const auto actual = computed(graph, inputs, untunedChoices(graph, groupEpilogues(graph)).value(), &steps);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        std::erase(steps, "layout");
        QCOMPARE(steps.size(), size_t{4});
        for (const Group& group : groupEpilogues(graph)) {
            const ValueId output = outputOf(graph, group);
            QVERIFY(output == graph.outputs[0] || graph.value(output).type->number.bits == 16);
        }
        const std::vector<double> a = actual->front().reals(), b = expected->front().reals();
        for (size_t i = 0; i < a.size(); ++i) {
            QVERIFY(std::abs(a[i] - b[i]) < 2.01 * 0.05); // roundings of earlier ties add up
        }
    }

    void asOnnxRuntime()
    {
        const std::string folder = KNOBSCOPE_FIXTURES "/onnx/quantized/";
        const auto model = openModelNetwork(folder + "model.onnx", {});
        QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
        const Graph& graph = model->imported.graph;
        QCOMPARE(countOf(graph, "ConvInteger"), size_t{8}); // with the Gemm
        const std::vector<Tensor> inputs{readOnnxTensor(folder + "input_0.pb").value()};
        const Tensor expected = readOnnxTensor(folder + "output_0.pb").value();
        const auto actual = computed(graph, inputs, untunedChoices(graph, model->groups).value());
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        const double quantum = 0.024608376;
        for (size_t i = 0; i < expected.reals().size(); ++i) {
            QVERIFY(std::abs(actual->front().reals()[i] - expected.reals()[i]) < 1.01 * quantum);
        }
        // What `network export --onnx` writes has ONNX's types again.
        QTemporaryDir written;
        const std::string path = written.filePath("model.onnx").toStdString();
        QVERIFY(writeOnnx(graph, path).has_value());
        const auto again = openModelNetwork(path, {});
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QCOMPARE(interpret(again->imported.graph, inputs)->front().reals(), interpret(graph, inputs)->front().reals());
    }
};

QTEST_APPLESS_MAIN(TestIntegerConvs)
#include "tst_integerconvs.moc"

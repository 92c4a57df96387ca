// SPDX-License-Identifier: GPL-3.0-or-later
// Long chains of element-wise operators become kernels of bounded size, whose code grows with the operators and not with the
// paths through them.
#include "core/graph/interpreter.h"
#include "core/ir/printer.h"
#include "core/runtime/cutgroups.h"
#include "core/runtime/groupkernel.h"
#include "core/target/host.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/targetprograms.h"

#include <QTest>

#include <limits>

using namespace knobscope;

namespace {

constexpr const char* kMix[] = {"Abs",  "Square",    "Erf",     "Double", "Tanh", "Elu", "LeakyRelu",
                                "Sqrt", "HardSwish", "Sigmoid", "Gelu",   "Clip", "Min", "Max"};

ValueId append(HandMade& made, const std::string& kind, ValueId x)
{
    const std::string name = kind + std::to_string(made.graph.nodes.size());
    const auto number = [&](float value, const char* what) {
        return made.graph.addConstant(name + what, Tensor::of<float>({}, {value}));
    };
    if (kind == "Square") {
        return made.node("Mul", name, {x, x});
    }
    if (kind == "Double") {
        return made.node("Mul", name + ".half", {made.node("Add", name, {x, x}), number(0.5F, ".factor")});
    }
    if (kind == "Clip") {
        return made.node("Clip", name, {x, number(0.1F, ".low"), number(2, ".high")});
    }
    if (kind == "Min" || kind == "Max") {
        return made.node(kind, name, {x, number(0.5F, ".other"), x});
    }
    return made.node(kind, name, {x});
}

ValueId number(HandMade& made, const char* name, float value)
{
    return made.graph.addConstant(name, Tensor::of<float>({}, {value}));
}

/// The largest difference between a program's outputs and the interpreter's.
double errorOf(HandMade& made, std::vector<Tensor> inputs = {})
{
    const std::vector<Group> groups = groupEpilogues(made.graph);
    ProgramOptions options{untunedChoices(made.graph, groups).value(), *hostTarget(), 2, "chain_", nullptr, 1};
    auto program = makeProgram(made.graph, groups, options);
    if (!program) {
        qWarning("%s", program.error().message.c_str());
        return 1e9;
    }
    inputs = inputs.empty() ? made.randomInputs() : std::move(inputs);
    const auto actual = outputsOf(std::move(*program), inputs);
    if (!actual) {
        return 1e9;
    }
    const std::vector<Tensor> expected = interpret(made.graph, inputs).value();
    double largest = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
        largest = std::max(largest, compareTensors((*actual)[i], expected[i], 0, 0).value().largest);
    }
    return largest;
}

} // namespace

class TestChains : public QObject
{
    Q_OBJECT
private slots:
    void eachOperatorManyTimes_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : kMix) {
            QTest::newRow(kind) << kind;
        }
    }
    void eachOperatorManyTimes()
    {
        QFETCH(QString, kind);
        HandMade made;
        ValueId x = made.input("x", {3, 37});
        for (int i = 0; i < 48; ++i) {
            x = append(made, kind.toStdString(), x);
        }
        made.output(x);
        const double error = errorOf(made);
        QVERIFY2(error < 1e-4, std::to_string(error).c_str());
    }

    void aMixBehindASumOfProducts_data()
    {
        QTest::addColumn<QString>("anchor");
        for (const char* anchor : {"Conv", "MatMul", "MaxPool", "Softmax", "ReduceMean"}) {
            QTest::newRow(anchor) << anchor;
        }
    }
    void aMixBehindASumOfProducts()
    {
        QFETCH(QString, anchor);
        HandMade made;
        const std::string op = anchor.toStdString();
        ValueId x = made.input("x", op == "MatMul" || op == "Softmax" ? Shape{4, 16} : Shape{1, 16, 6, 6});
        const std::vector<int64_t> three{3, 3};
        x = op == "Conv"       ? made.node(op, op, {x, made.constant("w", {16, 16, 3, 3})})
          : op == "MatMul"     ? made.node(op, op, {x, made.constant("w", {16, 16})})
          : op == "MaxPool"    ? made.node(op, op, {x}, {{"kernel_shape", three}})
          : op == "ReduceMean" ? made.node(op, op, {x, made.integers("axes", {2, 3})})
                               : made.node(op, op, {x});
        for (int i = 0; i < 3; ++i) {
            for (const char* kind : kMix) {
                x = append(made, kind, x);
            }
        }
        made.output(x);
        const double error = errorOf(made);
        QVERIFY2(error < 1e-4, std::to_string(error).c_str());
    }

    void diamonds()
    {
        HandMade made;
        ValueId x = made.input("x", {2, 40});
        for (int i = 0; i < 20; ++i) {
            const std::string name = std::to_string(i);
            const ValueId left = made.node("Abs", "abs" + name, {x});
            const ValueId right = made.node("LeakyRelu", "leaky" + name, {x});
            x = made.node("Tanh", "tanh" + name, {made.node("Add", "add" + name, {left, right})});
        }
        made.output(x);
        const double error = errorOf(made);
        QVERIFY2(error < 1e-4, std::to_string(error).c_str());
    }

    void thousandsOfNodesAreCutIntoEqualKernels()
    {
        HandMade made;
        ValueId x = made.input("x", {1, 64});
        for (int i = 0; i < 5000; ++i) {
            x = made.node("Abs", "abs" + std::to_string(i), {x});
        }
        made.output(x);
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(groups.size(), size_t{1});
        const std::vector<Group> cut = cutGroups(made.graph, groups, [](size_t) { return false; });
        QVERIFY2(cut.size() > 5 && cut.size() < 200, std::to_string(cut.size()).c_str());
        const auto first = definedKernel(made.graph, cut[1], {});
        const auto second = definedKernel(made.graph, cut[2], {});
        const std::string text = ir::text((*first)->nest);
        QVERIFY(text.size() < 100'000);
        QVERIFY(text == ir::text((*second)->nest)); // so that they are compiled once
        QCOMPARE(errorOf(made), 0.0);
    }

    /// Values that several nodes of a kernel read: x * sigmoid(x), Gelu in steps, guards against NaN.
    void branchesThatMeetAgainAreOneKernel()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 4, 9, 7});
        const ValueId conv = made.node("Conv", "conv", {x, made.constant("w", {6, 4, 3, 3})});
        const ValueId silu = made.node("Mul", "silu", {conv, made.node("Sigmoid", "gate", {conv})});
        const ValueId tanh = made.node("Tanh", "tanh", {made.node("Mul", "scaled", {silu, number(made, "scale", 0.8F)})});
        const ValueId gelu = made.node("Mul", "gelu", {made.node("Add", "shifted", {tanh, number(made, "one", 1)}), silu});
        const ValueId isNan = made.node("IsNaN", "isnan", {gelu});
        made.output(made.node("Where", "guarded", {isNan, number(made, "zero", 0), gelu}));
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(groups.size(), size_t{1});
        QCOMPARE(cutGroups(made.graph, groups, [](size_t) { return false; }).size(), size_t{1});
        QVERIFY(errorOf(made) < 2e-5);
    }

    /// A diamond is cut as a whole, or into single nodes: between them nothing else is kept.
    void aBranchWithoutAnExpressionIsCutApart()
    {
        HandMade made;
        const ValueId x = made.node("Exp", "exp", {made.input("x", {3, 5})});
        const ValueId rounded = made.node("Round", "round", {x});
        const ValueId sum = made.node("Add", "sum", {made.node("Neg", "neg", {rounded}), x});
        made.output(made.node("Relu", "relu", {sum}));
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(groups.size(), size_t{1});
        QCOMPARE(cutGroups(made.graph, groups, [](size_t) { return false; }).size(), size_t{5});
        QVERIFY(errorOf(made) < 1e-6);
    }

    void aConditionAtTheEndIsNoPartOfAKernel()
    {
        HandMade made;
        const ValueId product = made.node("MatMul", "product", {made.input("x", {3, 8}), made.constant("w", {8, 4})});
        made.output(made.node("IsNaN", "isnan", {made.node("Relu", "relu", {product})}));
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(groups.size(), size_t{1});
        QCOMPARE(cutGroups(made.graph, groups, [](size_t) { return false; }).size(), size_t{2});
        QCOMPARE(errorOf(made), 0.0);
    }

    /// To integers and back inside one kernel: ties to even, saturation, infinities and NaN as by definition.
    void quantizationStaysInsideAKernel_data()
    {
        QTest::addColumn<bool>("isSigned");
        QTest::addColumn<int>("zero");
        for (const bool isSigned : {false, true}) {
            for (const int zero : {isSigned ? -128 : 0, 3, isSigned ? 127 : 255}) {
                QTest::addRow("%s, zero point %d", isSigned ? "int8" : "uint8", zero) << isSigned << zero;
            }
        }
    }
    void quantizationStaysInsideAKernel()
    {
        QFETCH(bool, isSigned);
        QFETCH(int, zero);
        HandMade made;
        const ValueId x = made.input("x", {4, 300});
        const ValueId scale = number(made, "scale", 0.25F);
        const ValueId point = made.graph.addConstant("zero", isSigned ? Tensor::of<int8_t>({}, {static_cast<int8_t>(zero)})
                                                                      : Tensor::of<uint8_t>({}, {static_cast<uint8_t>(zero)}));
        const ValueId whole = made.node("QuantizeLinear", "quantized", {x, scale, point});
        made.output(made.node("Relu", "relu", {made.node("DequantizeLinear", "back", {whole, scale, point})}));
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(cutGroups(made.graph, groups, [](size_t) { return false; }).size(), size_t{1});
        Tensor given(TensorType{ir::float32, {4, 300}});
        for (int i = -600; float& value : given.as<float>()) {
            value = static_cast<float>(i++) * 0.125F; // every second one is a tie
        }
        given.as<float>()[0] = std::numeric_limits<float>::quiet_NaN();
        given.as<float>()[1] = std::numeric_limits<float>::infinity();
        given.as<float>()[2] = -std::numeric_limits<float>::infinity();
        given.as<float>()[3] = 3e38F;
        QCOMPARE(errorOf(made, {given}), 0.0);
    }

    void aKernelWritesQuantizedIntegers()
    {
        HandMade made;
        const ValueId relu = made.node("Relu", "relu", {made.input("x", {3, 8})});
        made.output(made.node("QuantizeLinear", "quantized", {relu, number(made, "scale", 0.01F)}));
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(cutGroups(made.graph, groups, [](size_t) { return false; }).size(), size_t{1});
        QCOMPARE(errorOf(made), 0.0);
    }

    void conditionsStayInsideAKernel()
    {
        HandMade made;
        const ValueId x = made.input("x", {4, 33});
        const ValueId y = made.input("y", {4, 33});
        const ValueId less = made.node("Less", "less", {x, y});
        const ValueId not_ = made.node("Not", "not", {less});
        made.output(made.node("Where", "larger", {not_, x, y}));
        made.output(made.node("Greater", "greater", {x, y})); // an output of the graph
        const std::vector<Group> groups = groupEpilogues(made.graph);
        QCOMPARE(cutGroups(made.graph, groups, [](size_t) { return false; }).size(), size_t{2});
        QCOMPARE(errorOf(made), 0.0);
    }

    void whatIsReadOnceStaysOneExpression()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 64});
        made.output(made.node("Relu", "relu", {made.node("Add", "add", {x, made.constant("b", {64})})}));
        const auto kernel = definedKernel(made.graph, {0, {1}}, {});
        QVERIFY(ir::text((*kernel)->nest).find("let") == std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestChains)
#include "tst_chains.moc"

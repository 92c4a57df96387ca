// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels of LSTM, GRU and RNN against the interpreter.
#include "core/graph/interpreter.h"
#include "core/runtime/executor.h"
#include "core/target/host.h"
#include "core/timing/answercheck.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <cmath>

using namespace knobscope;

namespace {

constexpr double kMost = 1e-5; // float32 sums of 133 terms, fed back for 13 steps

struct Extents {
    int64_t sequence = 1, batch = 1, features = 1, hidden = 1;
};

Tensor filled(const Shape& shape, double scale)
{
    Tensor tensor(TensorType{ir::float32, shape});
    for (int64_t i = 0; float& value : tensor.as<float>()) {
        value = static_cast<float>(scale * std::sin(static_cast<double>(i) * 0.7391 + 0.1 * static_cast<double>(i % 13)));
        ++i;
    }
    return tensor;
}

} // namespace

class TestRecurrentKernel : public QObject
{
    Q_OBJECT
private:
    struct Case {
        std::string op;
        Extents size;
        Attributes attributes;
        bool hasBias = true, hasState = true, hasPeephole = false;
    };

    static void compare(const Case& one, StepKind kind)
    {
        const auto direction = one.attributes.find("direction");
        const int64_t directions =
            direction != one.attributes.end() && direction->second == Attribute(std::string("bidirectional")) ? 2 : 1;
        const bool isBatchFirst = one.attributes.contains("layout");
        const auto& [s, b, i, h] = one.size;
        const int64_t gates = one.op == "LSTM" ? 4 : one.op == "GRU" ? 3 : 1;
        const Shape state = isBatchFirst ? Shape{b, directions, h} : Shape{directions, b, h};
        HandMade made;
        const ValueId x = made.input("x", isBatchFirst ? Shape{b, s, i} : Shape{s, b, i});
        std::vector<ValueId> inputs{
            x, made.graph.addConstant("w", filled({directions, gates * h, i}, 0.4)),
            made.graph.addConstant("r", filled({directions, gates * h, h}, 1 / std::sqrt(static_cast<double>(h))))};
        inputs.push_back(one.hasBias ? made.graph.addConstant("b", filled({directions, 2 * gates * h}, 0.5)) : kNoValue);
        inputs.push_back(kNoValue);
        std::vector<Tensor> given{filled(made.graph.value(x).type->shape, 2)};
        if (one.hasState) {
            inputs.push_back(made.input("h0", state));
            given.push_back(filled(state, 0.9));
        }
        if (one.op == "LSTM" && one.hasState) {
            inputs.push_back(made.input("c0", state));
            given.push_back(filled(state, 1.3));
        }
        if (one.hasPeephole) {
            inputs.push_back(made.graph.addConstant("p", filled({directions, 3 * h}, 0.7)));
        }
        made.node(one.op, "cell", inputs, one.attributes, one.op == "LSTM" ? 3 : 2);
        made.graph.outputs = made.graph.nodes.back().outputs;
        const std::vector<Group> groups = groupEpilogues(made.graph);
        ProgramOptions options;
        options.target = *hostTarget();
        auto program = makeProgram(made.graph, groups, options);
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        QCOMPARE(program->steps.front().kind, kind);
        auto executor = Executor::create(std::move(*program)).value();
        for (size_t n = 0; n < given.size(); ++n) {
            QVERIFY(executor->setInput(n, given[n]));
        }
        for (int run = 0; run < 2; ++run) { // the state begins anew
            QVERIFY(executor->run());
        }
        const auto expected = interpret(made.graph, given).value();
        for (size_t n = 0; n < expected.size(); ++n) {
            const ValueDifference difference = differenceOf(executor->output(n).reals(), expected[n].reals());
            QVERIFY2(difference.mismatched == 0 && difference.error <= kMost,
                     fmt::format("output {}: off by {}, {} mismatched", n, difference.error, difference.mismatched).c_str());
        }
    }

private slots:
    void kernelsMatchTheDefinition_data()
    {
        QTest::addColumn<QString>("op");
        QTest::addColumn<int>("features");
        QTest::addColumn<int>("hidden");
        for (const char* op : {"LSTM", "GRU", "RNN"}) {
            for (const auto& [features, hidden] : {std::pair(1, 1), {5, 3}, {64, 16}, {7, 37}, {33, 100}}) {
                QTest::addRow("%s of %d, %d units", op, features, hidden) << QString(op) << features << hidden;
            }
        }
    }
    void kernelsMatchTheDefinition()
    {
        QFETCH(QString, op);
        QFETCH(int, features);
        QFETCH(int, hidden);
        for (const int64_t sequence : {1, 13}) {
            for (const int64_t batch : {1, 3, 4}) {
                Case one{op.toStdString(), {sequence, batch, features, hidden}, {}};
                one.hasBias = batch != 4;
                one.hasState = batch != 3;
                compare(one, StepKind::Kernel);
            }
        }
    }

    void directionsAndLayouts()
    {
        for (const char* op : {"LSTM", "GRU", "RNN"}) {
            for (const char* direction : {"forward", "reverse", "bidirectional"}) {
                for (const int64_t layout : {0, 1}) {
                    for (const int64_t batch : {1, 3, 4}) {
                        Attributes attributes{{"direction", std::string(direction)}};
                        if (layout == 1) {
                            attributes["layout"] = layout;
                        }
                        compare({op, {5, batch, 3, 18}, attributes}, StepKind::Kernel);
                    }
                }
            }
        }
    }

    void resetsBeforeAndAfterTheProduct()
    {
        for (const int64_t after : {0, 1}) {
            for (const bool hasBias : {false, true}) {
                Case one{"GRU", {4, 2, 6, 21}, {{"linear_before_reset", after}}};
                one.hasBias = hasBias;
                compare(one, StepKind::Kernel);
            }
        }
    }

    void peepholes()
    {
        Case one{"LSTM", {4, 2, 6, 21}, {{"direction", std::string("bidirectional")}}};
        one.hasPeephole = true;
        compare(one, StepKind::Kernel);
    }

    void otherVariantsRunByDefinition()
    {
        compare({"LSTM", {4, 2, 6, 5}, {{"clip", 0.5}}}, StepKind::Operator);
        compare({"LSTM", {4, 2, 6, 5}, {{"input_forget", int64_t{1}}}}, StepKind::Operator);
        compare({"RNN", {4, 2, 6, 5}, {{"activations", std::vector<std::string>{"Relu"}}}}, StepKind::Operator);
    }
};

QTEST_APPLESS_MAIN(TestRecurrentKernel)
#include "tst_recurrentkernel.moc"

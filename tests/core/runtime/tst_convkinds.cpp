// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of every kind that has a template (in groups, padded on one side, in one dimension) compute in programs what the
// interpreter computes, with the untuned config and with random ones, whatever the layouts around them are.
#include "core/graph/interpreter.h"
#include "core/network/kernelchoices.h"
#include "core/runtime/groupkernel.h"
#include "core/target/host.h"
#include "core/timing/answercheck.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/targetprograms.h"

#include <QTest>

#include <random>

using namespace knobscope;

namespace {

struct Case {
    std::string name;
    Shape data;
    Shape weights;
    int64_t groups = 1;
    std::vector<int64_t> pads{};
    std::vector<int64_t> strides{};
    std::vector<int64_t> dilations{};
};

Attributes attributesOf(const Case& one)
{
    Attributes attributes{{"group", one.groups}};
    for (const auto& [name, list] : {std::pair("pads", &one.pads), {"strides", &one.strides}, {"dilations", &one.dilations}}) {
        if (!list->empty()) {
            attributes[name] = *list;
        }
    }
    return attributes;
}

const std::vector<Case>& cases()
{
    static const std::vector<Case> all{
        {"four paddings", {1, 6, 9, 11}, {8, 6, 3, 3}, 1, {0, 1, 2, 3}},
        {"one side, strided", {2, 3, 13, 10}, {16, 3, 3, 3}, 1, {0, 0, 1, 1}, {2, 2}},
        {"depthwise, one side", {1, 12, 9, 9}, {12, 1, 3, 3}, 12, {2, 0, 0, 1}, {1, 2}},
        {"multiplier 2", {1, 16, 10, 9}, {32, 1, 3, 3}, 16, {1, 1, 1, 1}},
        {"multiplier 3", {1, 5, 9, 7}, {15, 1, 3, 5}, 5, {1, 0, 0, 2}, {2, 1}},
        {"2 groups of 1 and 3", {1, 2, 7, 8}, {6, 1, 1, 1}, 2},
        {"3 groups of 5", {2, 15, 8, 7}, {15, 5, 3, 3}, 3, {1, 1, 1, 1}},
        {"3 groups of 24", {1, 72, 7, 9}, {72, 24, 3, 3}, 3, {1, 1, 1, 1}, {2, 2}},
        {"32 groups of 4", {1, 128, 14, 14}, {128, 4, 3, 3}, 32, {1, 1, 1, 1}},
        {"32 groups of 3 and 4", {1, 96, 6, 5}, {128, 3, 3, 3}, 32, {1, 1, 1, 1}},
        {"6 groups of 8", {1, 48, 15, 13}, {48, 8, 3, 3}, 6, {1, 1, 1, 1}, {2, 2}},
        {"groups, dilated", {1, 16, 11, 12}, {24, 4, 3, 2}, 4, {2, 1, 1, 0}, {1, 1}, {2, 3}},
        {"line", {1, 16, 197}, {24, 16, 3}, 1, {1, 1}},
        {"line of one", {2, 8, 1}, {16, 8, 1}},
        {"line of seven, strided", {1, 8, 7}, {8, 8, 3}, 1, {1, 1}, {2}},
        {"causal and dilated", {1, 12, 197}, {16, 12, 3}, 1, {8, 0}, {1}, {4}},
        {"line in groups", {1, 20, 50}, {10, 4, 5}, 5, {2, 2}},
        {"line in larger groups", {1, 20, 50}, {25, 4, 5}, 5, {2, 2}},
        {"multiplier 4", {1, 6, 9, 8}, {24, 1, 3, 3}, 6, {1, 0, 1, 2}},
        {"depthwise line", {1, 16, 33}, {16, 1, 7}, 16, {3, 3}},
        {"line, multiplier 2", {1, 6, 19}, {12, 1, 3}, 6, {2, 0}},
    };
    return all;
}

/// The convolution between a pointwise one, whose layout it gets, and a residual block's addition, which reads both, after a
/// factor for each column.
HandMade graphOf(const Case& one)
{
    HandMade made;
    const ValueId x = made.input("x", one.data);
    Shape pointwise(one.data.size(), 1);
    pointwise[0] = pointwise[1] = one.data[1];
    const ValueId before = made.node("Relu", "before", {made.node("Conv", "first", {x, made.constant("first.w", pointwise)})});
    const ValueId conv = made.node(
        "Conv", "conv", {before, made.constant("w", one.weights), made.constant("b", {one.weights[0]})}, attributesOf(one));
    const ValueId active = made.node("Relu", "relu", {conv});
    Shape same(one.data.size(), 1);
    same[0] = same[1] = one.weights[0];
    const ValueId branch = made.node("Conv", "last", {active, made.constant("last.w", same)});
    const Shape columns{made.graph.value(branch).type->shape.back()};
    const ValueId weighted = made.node("Mul", "weighted", {branch, made.constant("columns", columns)});
    made.output(made.node("Relu", "end", {made.node("Add", "sum", {weighted, active})}));
    made.output(conv);
    return made;
}

void fill(Tensor& tensor, std::mt19937& random, float scale)
{
    std::uniform_real_distribution<float> number(-scale, scale);
    for (float& element : tensor.as<float>()) {
        element = number(random);
    }
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

class TestConvKinds : public QObject
{
    Q_OBJECT

    static void compare(const HandMade& made, const std::vector<Group>& groups, const KernelChoices& choices,
                        const std::vector<Tensor>& inputs, const std::vector<Tensor>& expected)
    {
        const auto actual = computed(made.graph, groups, choices, inputs);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        for (size_t i = 0; i < expected.size(); ++i) {
            constexpr double most = 2e-5; // of the largest output, by Winograd's tiles of 6
            const ValueDifference difference = differenceOf((*actual)[i].reals(), expected[i].reals());
            std::string configs;
            for (const auto& [anchor, choice] : choices) {
                configs += fmt::format(" {}: {} {}", anchor, choice.task.name, choice.entity.index.value_or(-1));
            }
            QVERIFY2(difference.mismatched == 0 && difference.error <= most,
                     fmt::format("output {} is off by {};{}", i, difference.error, configs).c_str());
        }
    }

private slots:
    void programsComputeThem_data()
    {
        QTest::addColumn<size_t>("which");
        for (size_t i = 0; i < cases().size(); ++i) {
            QTest::newRow(cases()[i].name.c_str()) << i;
        }
    }

    void programsComputeThem()
    {
        QFETCH(size_t, which);
        std::mt19937 random(static_cast<unsigned>(which));
        HandMade made = graphOf(cases()[which]);
        const std::vector<Group> groups = groupEpilogues(made.graph);
        std::vector<Tensor> inputs = made.randomInputs();
        fill(inputs[0], random, 1);
        const auto expected = interpret(made.graph, inputs);
        QVERIFY2(expected.has_value(), expected ? "" : expected.error().message.c_str());
        const auto untuned = untunedChoices(made.graph, groups);
        QVERIFY2(untuned.has_value(), untuned ? "" : untuned.error().message.c_str());
        const Case& one = cases()[which];
        const int64_t perGroup = one.weights[0] / one.groups;
        const bool hasTemplate = one.groups == 1 || perGroup >= 4 || (perGroup == 1 && one.weights[1] == 1);
        QCOMPARE(untuned->size(), size_t{hasTemplate ? 3U : 2U}); // two or three outputs per group: by definition
        compare(made, groups, *untuned, inputs, *expected);
        for (int round = 0; round < 3 && !QTest::currentTestFailed(); ++round) {
            KernelChoices choices = *untuned;
            for (auto& [anchor, choice] : choices) {
                const auto tasks = tasksOf(made.graph, made.graph.nodes[anchor], *hostTarget()).value();
                const Task& task = tasks[random() % tasks.size()];
                const auto entity =
                    task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength())));
                if (entity && scheduleConfig(task, *entity)) {
                    choice = {task, *entity, 0};
                }
            }
            compare(made, groups, choices, inputs, *expected);
        }
    }
};

QTEST_APPLESS_MAIN(TestConvKinds)
#include "tst_convkinds.moc"

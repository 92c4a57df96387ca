// SPDX-License-Identifier: GPL-3.0-or-later
// Whole graphs as programs compute what the interpreter computes, whatever configs their kernels have.
#include "core/graph/interpreter.h"
#include "core/network/kernelchoices.h"
#include "core/runtime/executor.h"
#include "core/task/host.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace knobscope;

class TestExecutor : public QObject
{
    Q_OBJECT
private:
    using Random = std::mt19937;

    static int64_t one(Random& random, std::vector<int64_t> of) { return of[random() % of.size()]; }

    static ValueId conv(HandMade& made, Random& random, ValueId x, int64_t to, int64_t window, int64_t stride, int64_t group = 1)
    {
        const int64_t from = made.graph.value(x).type->shape[1];
        const std::string name = "conv" + std::to_string(made.graph.nodes.size());
        std::vector<ValueId> inputs{x, made.constant(name + ".w", {to, from / group, window, window})};
        if (random() % 2) {
            inputs.push_back(made.constant(name + ".b", {to}));
        }
        const int64_t pad = window / 2;
        return made.node("Conv", name, inputs,
                         {{"pads", std::vector<int64_t>{pad, pad, pad, pad}},
                          {"strides", std::vector<int64_t>{stride, stride}},
                          {"group", group}});
    }
    static ValueId op(HandMade& made, const std::string& name, std::vector<ValueId> inputs, Attributes attributes = {})
    {
        return made.node(name, name + std::to_string(made.graph.nodes.size()), std::move(inputs), std::move(attributes));
    }

    /// Residual blocks, concatenations, pools, and a head, in random sizes.
    static HandMade network(Random& random)
    {
        HandMade made;
        const int64_t size = one(random, {7, 8, 12, 14});
        ValueId x = made.input("x", {1, one(random, {3, 8, 16}), size, size});
        const int64_t channels = one(random, {8, 12, 16, 24, 32});
        x = op(made, "Relu", {conv(made, random, x, channels, one(random, {1, 3, 5}), one(random, {1, 2}))});
        for (int block = 0; block < 3; ++block) {
            const int64_t now = made.graph.value(x).type->shape[1];
            const ValueId a = op(made, "Relu", {conv(made, random, x, one(random, {8, 16, 24}), one(random, {1, 3}), 1)});
            switch (random() % 4) {
            case 0: x = op(made, "Relu", {op(made, "Add", {conv(made, random, a, now, 3, 1), x})}); break;
            case 1:
                x = op(made, "Concat", {x, op(made, "Relu", {conv(made, random, a, one(random, {4, 8, 16}), 3, 1)}), a},
                       {{"axis", int64_t{1}}});
                break;
            case 2: {
                const ValueId deep = conv(made, random, a, made.graph.value(a).type->shape[1], 3, one(random, {1, 2}),
                                          made.graph.value(a).type->shape[1]);
                x = op(made, "Clip",
                       {deep, made.graph.addConstant("low" + std::to_string(block), Tensor::of<float>({}, {0.F})),
                        made.graph.addConstant("high" + std::to_string(block), Tensor::of<float>({}, {6.F}))});
                break;
            }
            default:
                x = op(made, random() % 2 ? "MaxPool" : "AveragePool", {a},
                       {{"kernel_shape", std::vector<int64_t>{3, 3}},
                        {"strides", std::vector<int64_t>{2, 2}},
                        {"pads", std::vector<int64_t>{1, 1, 1, 1}}});
            }
        }
        made.output(x);
        const ValueId flat = op(made, "Flatten", {op(made, "GlobalAveragePool", {x})});
        const int64_t features = made.graph.value(flat).type->shape[1];
        const ValueId scores =
            made.node("Gemm", "head", {flat, made.constant("head.w", {20, features}), made.constant("head.b", {20})},
                      {{"transB", int64_t{1}}});
        made.output(op(made, "Softmax", {scores}));
        return made;
    }

    /// Signs, so that activations have something to do, and small enough that layers do not grow.
    static void spread(HandMade& made, Random& random)
    {
        for (Value& value : made.graph.values) {
            if (value.constant && elementsOf(value.constant->shape()) > 1) {
                Tensor tensor = *value.constant;
                const int64_t all = elementsOf(tensor.shape());
                const int64_t inputs = tensor.shape().size() > 1 ? all / tensor.shape()[0] : 1;
                std::uniform_real_distribution<float> number(-1.0F, 1.0F);
                for (float& element : tensor.as<float>()) {
                    element = number(random) * 2.F / std::sqrt(static_cast<float>(inputs));
                }
                value.constant = std::make_shared<const Tensor>(std::move(tensor));
            }
        }
    }

    static std::vector<Tensor> inputsOf(HandMade& made, Random& random)
    {
        std::vector<Tensor> inputs = made.randomInputs();
        std::uniform_real_distribution<float> number(-1.0F, 1.0F);
        for (Tensor& input : inputs) {
            for (float& element : input.as<float>()) {
                element = number(random);
            }
        }
        return inputs;
    }

    /// A random task of each node with a random config that can be scheduled.
    static std::map<size_t, KernelChoice> randomChoices(const Graph& graph, const std::vector<Group>& groups, Random& random)
    {
        std::map<size_t, KernelChoice> choices;
        for (const Group& group : groups) {
            const auto tasks = tasksOf(graph, graph.nodes[group.anchor], *hostTarget()).value();
            for (int tries = 0; tries < 10 && !tasks.empty(); ++tries) {
                const Task& task = tasks[random() % tasks.size()];
                const int64_t index = static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()));
                const auto entity = task.space.at(index);
                if (entity && scheduleConfig(task, *entity)) {
                    choices.emplace(group.anchor, KernelChoice{task, *entity, 0});
                    break;
                }
            }
        }
        return choices;
    }

    static Result<std::vector<Tensor>> computed(const Graph& graph, const std::vector<Group>& groups,
                                                std::map<size_t, KernelChoice> choices, const std::vector<Tensor>& inputs,
                                                int threads = 1)
    {
        ProgramOptions options;
        options.choices = std::move(choices);
        options.target = *hostTarget();
        options.compilers = 2;
        auto program = makeProgram(std::make_shared<const Graph>(graph), groups, options);
        if (!program) {
            return fail(program);
        }
        auto executor = Executor::create(std::move(*program), threads);
        if (!executor) {
            return fail(executor);
        }
        for (size_t i = 0; i < inputs.size(); ++i) {
            if (auto set = (*executor)->setInput(i, inputs[i]); !set) {
                return fail(set);
            }
        }
        std::vector<Tensor> outputs;
        for (int run = 0; run < 2; ++run) { // the second finds what the first left in its memory
            if (auto done = (*executor)->run(); !done) {
                return fail(done);
            }
        }
        for (size_t i = 0; i < graph.outputs.size(); ++i) {
            outputs.push_back((*executor)->output(i));
        }
        return outputs;
    }

    static void compare(const std::vector<Tensor>& actual, const std::vector<Tensor>& expected, const std::string& what)
    {
        QCOMPARE(actual.size(), expected.size());
        for (size_t i = 0; i < expected.size(); ++i) {
            const auto difference = compareTensors(actual[i], expected[i], 2e-3, 2e-4);
            QVERIFY2(difference.has_value(), difference ? "" : difference.error().message.c_str());
            QVERIFY2(difference->isWithin, fmt::format("{}: output {} is off by {}", what, i, difference->largest).c_str());
        }
    }

private slots:
    void randomNetworksWithRandomConfigs()
    {
        for (unsigned seed = 1; seed <= 25; ++seed) {
            Random random(seed);
            HandMade made = network(random);
            spread(made, random);
            const std::vector<Tensor> inputs = inputsOf(made, random);
            const auto expected = interpret(made.graph, inputs);
            QVERIFY(expected);
            const std::vector<Group> groups = groupEpilogues(made.graph);
            const auto choices = randomChoices(made.graph, groups, random);
            const auto actual = computed(made.graph, groups, choices, inputs, 1 + static_cast<int>(seed % 2));
            QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
            compare(*actual, *expected, fmt::format("seed {}", seed));
        }
    }

    void functionsAndNormalisations()
    {
        Random random(5);
        HandMade made;
        const ValueId x = made.input("x", {2, 5, 33});
        for (const char* name : {"Sigmoid", "Tanh", "Erf", "Gelu", "Elu", "Exp", "HardSwish", "LeakyRelu", "HardSigmoid"}) {
            made.output(op(made, name, {x}));
        }
        made.output(op(made, "Sqrt", {op(made, "Exp", {x})}));
        made.output(op(made, "Softmax", {x}));
        made.output(op(made, "Softmax", {x}, {{"axis", int64_t{1}}}));
        made.output(op(made, "LayerNormalization", {x, made.constant("scale", {33}), made.constant("shift", {33})}));
        const ValueId scores = op(made, "MatMul", {x, op(made, "Transpose", {x}, {{"perm", std::vector<int64_t>{0, 2, 1}}})});
        made.output(op(made, "MatMul", {op(made, "Softmax", {scores}), x}));
        made.output(op(made, "Sigmoid",
                       {op(made, "Add", {op(made, "MatMul", {x, made.constant("w", {33, 16})}), made.constant("b", {16})})}));
        const std::vector<Tensor> inputs = inputsOf(made, random);
        const std::vector<Group> groups = groupEpilogues(made.graph);
        const auto candidates =
            candidatesOf(made.graph, groups, *hostTarget(), [](const Task&) { return std::vector<KnownConfig>(); });
        QVERIFY(candidates);
        const auto actual = computed(made.graph, groups, quickestOf(*candidates), inputs);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        compare(*actual, interpret(made.graph, inputs).value(), "functions");
    }

    void withoutTuning()
    {
        for (unsigned seed = 100; seed < 106; ++seed) {
            Random random(seed);
            HandMade made = network(random);
            spread(made, random);
            const std::vector<Tensor> inputs = inputsOf(made, random);
            const std::vector<Group> groups = groupEpilogues(made.graph);
            const auto candidates =
                candidatesOf(made.graph, groups, *hostTarget(), [](const Task&) { return std::vector<KnownConfig>(); });
            QVERIFY(candidates);
            const auto actual = computed(made.graph, groups, quickestOf(*candidates), inputs);
            QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
            compare(*actual, interpret(made.graph, inputs).value(), fmt::format("seed {}", seed));
        }
    }
};

QTEST_APPLESS_MAIN(TestExecutor)
#include "tst_executor.moc"

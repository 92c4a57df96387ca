// SPDX-License-Identifier: GPL-3.0-or-later
// Whole graphs as programs compute what the interpreter computes, whatever configs their kernels have.
#include "core/graph/interpreter.h"
#include "core/network/kernelchoices.h"
#include "core/runtime/groupkernel.h"
#include "core/target/host.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/targetprograms.h"
#include "tests/nightly.h"

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
        ValueId x = made.input("x", {one(random, {1, 1, 2}), one(random, {3, 8, 16}), size, size});
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

    /// A larger image: by a transposed convolution, or between its elements; or some of its places.
    static ValueId spreadOrGathered(HandMade& made, Random& random, ValueId x)
    {
        const std::string name = "spread" + std::to_string(made.graph.nodes.size());
        const Shape shape = made.graph.value(x).type->shape;
        switch (random() % 3) {
        case 0: {
            const int64_t window = one(random, {1, 2, 3, 4, 5});
            const int64_t stride = one(random, {1, 2, 3});
            const int64_t pad = window > 2 ? one(random, {0, 1}) : 0;
            const int64_t group = shape[1] % 2 == 0 ? one(random, {1, 2}) : 1;
            std::vector<ValueId> inputs{x, made.constant(name + ".w", {shape[1], one(random, {3, 8}), window, window})};
            if (random() % 2) {
                inputs.push_back(made.constant(name + ".b", {group * made.graph.value(inputs[1]).type->shape[1]}));
            }
            return made.node("ConvTranspose", name, inputs,
                             {{"strides", std::vector<int64_t>{stride, stride}},
                              {"pads", std::vector<int64_t>{pad, 0, pad, pad}},
                              {"output_padding", std::vector<int64_t>{stride - 1, 0}},
                              {"group", group}});
        }
        case 1:
            return made.node("Resize", name,
                             {x, kNoValue, kNoValue,
                              made.integers(name + ".sizes", {1, shape[1], one(random, {5, 11, 16}), one(random, {3, 9, 16})})},
                             {{"mode", std::string("linear")},
                              {"coordinate_transformation_mode",
                               std::vector<std::string>{"asymmetric", "half_pixel", "align_corners"}[random() % 3]}});
        default: {
            const auto axis = static_cast<int64_t>(1 + random() % 3);
            const ValueId places = random() % 2 ? made.graph.addConstant(name + ".place", Tensor::of<int64_t>({}, {-1}))
                                                : made.integers(name + ".places", {4, 2, 0});
            return made.node("Pow", name + ".squared",
                             {made.node("Gather", name, {x, places}, {{"axis", axis}}),
                              made.graph.addConstant(name + ".two", Tensor::of<float>({}, {2.F}))});
        }
        }
    }

    /// A part of an image, more around it, a larger one, its sums along some axes, or the image with mean 0.
    static ValueId movedOrReduced(HandMade& made, Random& random, ValueId x)
    {
        const std::string name = "moved" + std::to_string(made.graph.nodes.size());
        const Shape& shape = made.graph.value(x).type->shape;
        const auto numbers = [&](const char* what, const std::vector<int64_t>& values) {
            return made.integers(name + what, values);
        };
        switch (random() % 6) {
        case 0: {
            const int64_t step = one(random, {1, 2, -1, -2});
            const int64_t from = one(random, {0, 1, 2});
            const auto axis = static_cast<int64_t>(1 + random() % 3);
            const int64_t extent = shape[static_cast<size_t>(axis)];
            return made.node("Slice", name,
                             {x, numbers(".starts", {step > 0 ? from : extent - 1 - from}),
                              numbers(".ends", {step > 0 ? extent - 1 : -extent - 1}), numbers(".axes", {axis}),
                              numbers(".steps", {step})});
        }
        case 1: {
            std::vector<int64_t> pads{0, one(random, {0, 0, 3}), one(random, {0, 1, 2}), one(random, {-1, 0, 1}), 0, 0, 1, 2};
            return made.node("Pad", name,
                             {x, numbers(".pads", pads),
                              random() % 2 ? made.graph.addConstant(name + ".value", Tensor::of<float>({}, {0.75F})) : kNoValue});
        }
        case 2: {
            const std::vector<std::string> modes{"reflect", "edge", "wrap"};
            const auto pad = [&] { return one(random, {-1, 0, 1, 2, 5}); };
            return made.node("Pad", name, {x, numbers(".pads", {0, 0, pad(), pad(), 0, 0, pad(), pad()})},
                             {{"mode", modes[random() % modes.size()]}});
        }
        case 3:
            return made.node("InstanceNormalization", name,
                             {x, made.constant(name + ".scale", {shape[1]}), made.constant(name + ".shift", {shape[1]})});
        case 4:
            return made.node(
                "Resize", name,
                {x, kNoValue, kNoValue,
                 numbers(".sizes", {1, shape[1], shape[2] * one(random, {1, 2, 3}), shape[3] * one(random, {2, 4})})},
                {{"mode", std::string("nearest")},
                 {"coordinate_transformation_mode", std::string(random() % 2 ? "asymmetric" : "half_pixel")},
                 {"nearest_mode", std::string("floor")}});
        default: {
            const std::vector<std::string> all{"Mean", "Sum", "Max", "Min", "SumSquare", "L2"};
            const std::vector<std::vector<int64_t>> axes{{2, 3}, {1}, {-1}, {1, 2, 3}};
            return made.node("Reduce" + all[random() % all.size()], name, {x, numbers(".axes", axes[random() % axes.size()])},
                             {{"keepdims", static_cast<int64_t>(random() % 2)}});
        }
        }
    }

    /// Signs, so that activations have something to do, and small enough that layers do not grow.
    static void spread(HandMade& made, Random& random)
    {
        for (Value& value : made.graph.values) {
            if (value.constant && value.type->number == ir::float32 && elementsOf(value.constant->shape()) > 1) {
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
        options.threads = threads;
        // The second run finds what the first left in its memory.
        return outputsOf(TRY(makeProgram(graph, groups, options)), inputs, 2);
    }

    /// With fallback configs.
    static Result<std::vector<Tensor>> computedUntuned(const Graph& graph, const std::vector<Tensor>& inputs)
    {
        const std::vector<Group> groups = groupEpilogues(graph);
        const auto choices = TRY(untunedChoices(graph, groups));
        return computed(graph, groups, choices, inputs);
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
        for (unsigned seed = 1; seed <= static_cast<unsigned>(casesOf(25, 3)); ++seed) {
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

    /// Behind a convolution, which lays out its channels in blocks, and before another one.
    void movesAndReductionsAreKernels()
    {
        const int seeds = casesOf(100, 3);
        int kernels = 0;
        for (unsigned seed = 1; seed <= static_cast<unsigned>(seeds); ++seed) {
            Random random(seed);
            HandMade made;
            ValueId x = made.input("x", {1, one(random, {3, 16}), one(random, {6, 8, 9}), 8});
            x = op(made, "Relu", {conv(made, random, x, one(random, {8, 16, 24, 5}), 3, 1)});
            const size_t moved = made.graph.nodes.size();
            x = seed % 2 ? movedOrReduced(made, random, x) : spreadOrGathered(made, random, x);
            made.output(op(made, "Sigmoid", {x}));
            if (made.graph.value(x).type->shape.size() == 4) {
                made.output(conv(made, random, x, 8, 1, 1));
            }
            spread(made, random);
            const std::vector<Tensor> inputs = inputsOf(made, random);
            const auto actual = computedUntuned(made.graph, inputs);
            QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
            compare(*actual, interpret(made.graph, inputs).value(), fmt::format("seed {}, {}", seed, made.graph.nodes[moved].op));
            const auto kernel = definedKernel(made.graph, {moved, {}}, {}).value();
            kernels += kernel.has_value() ? 1 : 0;
        }
        // Half a pixel beside is no even step when an image grows by an odd number: left to the operator's own definition.
        QVERIFY2(kernels >= (isNightly() ? 90 : 25), std::to_string(kernels).c_str());
    }

    /// In the layout of the convolution before, scaled by channel.
    void normsOfBlocks()
    {
        for (const int64_t channels : {8, 32, 48}) {
            Random random(static_cast<unsigned>(channels));
            HandMade made;
            ValueId x = conv(made, random, made.input("x", {2, 16, 9, 8}), channels, 3, 1);
            x = made.node("InstanceNormalization", "norm",
                          {x, made.constant("scale", {channels}), made.constant("shift", {channels})});
            made.output(made.node("Relu", "relu", {x}));
            spread(made, random);
            const std::vector<Tensor> inputs = inputsOf(made, random);
            compare(computedUntuned(made.graph, inputs).value(), interpret(made.graph, inputs).value(), std::to_string(channels));
        }
    }

    /// What follows no rule by axis is no kernel, nor what expressions cannot say, whatever shape comes of it.
    void othersAreLeftToTheOperator()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 4, 6, 6});
        made.output(made.node("ReduceProd", "product", {x, made.integers("axes", {1, 2, 3})}, {{"keepdims", int64_t{0}}}));
        made.output(made.node("Gather", "rows", {x, made.integers("which", {2, 0, 1})}, {{"axis", int64_t{2}}}));
        made.output(made.node("Pad", "computed", {x, made.integers("edges", {0, 0, 1, 1, 0, 0, 1, 1}), made.input("value", {})}));
        for (size_t node = 0; node < made.graph.nodes.size(); ++node) {
            QVERIFY(!definedKernel(made.graph, {node, {}}, {}).value());
        }
        Random random(3);
        const std::vector<Tensor> inputs = inputsOf(made, random);
        compare(computedUntuned(made.graph, inputs).value(), interpret(made.graph, inputs).value(), "by definition");
    }

    /// A kernel would read beyond its input.
    void placesThatAreNotThereAreRefused()
    {
        for (const int64_t place : {int64_t{6}, int64_t{-7}, int64_t{1} << 40, std::numeric_limits<int64_t>::min()}) {
            HandMade made;
            const ValueId x = made.input("x", {1, 4, 6, 6});
            made.output(made.node("Gather", "rows", {x, made.integers("which", {0, place})}, {{"axis", int64_t{2}}}));
            QVERIFY(!definedKernel(made.graph, {0, {}}, {}).value());
            const auto refused = computedUntuned(made.graph, made.randomInputs());
            QVERIFY(!refused);
            QVERIFY2(refused.error().message.find(fmt::format("index {}", place)) != std::string::npos,
                     refused.error().message.c_str());
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
        made.output(op(made, "InstanceNormalization", {x, made.constant("scales", {5}), made.constant("shifts", {5})}));
        const std::vector<std::pair<int64_t, double>> windows{
            {5, 0.75}, {4, 0.5}, {23, 1}, {1, 0.25}, {3, 0.6}}; // 0.6: no kernel
        for (const auto& [size, beta] : windows) {
            made.output(op(made, "LRN", {x}, {{"size", size}, {"beta", beta}, {"alpha", 0.7}, {"bias", 1.5}}));
        }
        const ValueId scores = op(made, "MatMul", {x, op(made, "Transpose", {x}, {{"perm", std::vector<int64_t>{0, 2, 1}}})});
        made.output(op(made, "MatMul", {op(made, "Softmax", {scores}), x}));
        made.output(op(made, "Sigmoid",
                       {op(made, "Add", {op(made, "MatMul", {x, made.constant("w", {33, 16})}), made.constant("b", {16})})}));
        const std::vector<Tensor> inputs = inputsOf(made, random);
        const auto actual = computedUntuned(made.graph, inputs);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        compare(*actual, interpret(made.graph, inputs).value(), "functions");
    }

    void productsInAllTheirForms()
    {
        Random random(9);
        HandMade made;
        const ValueId x = made.input("x", {3, 20});
        const auto weights = [&](const char* name, Shape shape) { return made.constant(name, std::move(shape)); };
        const Attributes half{{"alpha", 0.5}};
        const Attributes all{{"alpha", 0.5}, {"beta", 0.25}, {"transB", int64_t{1}}};
        made.output(made.node("Gemm", "alpha alone", {x, weights("w1", {20, 12})}, half));
        made.output(made.node("Gemm", "all", {x, weights("w2", {12, 20}), weights("c2", {12})}, all));
        made.output(made.node("Gemm", "column", {x, weights("w3", {12, 20}), weights("c3", {3, 1})}, all));
        const ValueId rows = made.node("Reshape", "rows", {x, made.integers("shape", {1, 3, 20})});
        const ValueId product = made.node("MatMul", "product", {rows, weights("w4", {20, 16})});
        made.output(made.node("Add", "residual", {product, made.constant("r", {1, 3, 16})}));
        // Rows along several axes, of which what is added has some, as positions in a batch of sentences.
        const ValueId batch = made.input("batch", {2, 3, 4, 20});
        for (const Shape& shape : {Shape{1, 1, 4, 16}, {4, 16}, {3, 1, 16}, {2, 1, 1, 16}, {2, 3, 4, 1}, {4, 1}, {2, 3, 4, 16}}) {
            const std::string name = "of " + shapeText(shape);
            const ValueId weighted = made.node("MatMul", "product " + name, {batch, weights(("w " + name).c_str(), {20, 16})});
            made.output(made.node("Add", "sum " + name, {weighted, made.constant(name, shape)}));
        }
        // Parts of a concatenation that begin anywhere.
        made.output(made.node("Concat", "features",
                              {op(made, "Relu", {x}), op(made, "Neg", {x}), made.node("Gemm", "g", {x, weights("w5", {20, 3})})},
                              {{"axis", int64_t{1}}}));
        const std::vector<Tensor> inputs = inputsOf(made, random);
        const auto actual = computedUntuned(made.graph, inputs);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        compare(*actual, interpret(made.graph, inputs).value(), "products");
    }

    /// Softmax, sigmoids and the like stand on it.
    void exponentialsAreNearlyExact()
    {
        HandMade made;
        constexpr int64_t count = 1 << 16;
        made.output(op(made, "Exp", {made.input("x", {count})}));
        std::vector<float> numbers;
        for (int64_t i = 0; i < count; ++i) {
            numbers.push_back(static_cast<float>(-87.0 + 175.0 * static_cast<double>(i) / count));
        }
        const auto actual = computedUntuned(made.graph, {Tensor::of<float>({count}, numbers)});
        QVERIFY(actual);
        double most = 0;
        for (size_t i = 0; i < numbers.size(); ++i) {
            const double right = std::exp(static_cast<double>(numbers[i]));
            const double unit = static_cast<double>(std::nextafter(static_cast<float>(right), HUGE_VALF))
                              - static_cast<double>(static_cast<float>(right));
            most = std::max(most, std::abs(static_cast<double>((*actual)[0].as<float>()[i]) - right) / unit);
        }
        QVERIFY2(most <= 3, std::to_string(most).c_str()); // units in the last place, as ir::exp says
    }

    void emptyValuesAndWhatIsLeftOut()
    {
        HandMade made;
        const ValueId x = made.input("x", {0, 4});
        made.output(op(made, "Relu", {x}));
        const auto actual = computedUntuned(made.graph, made.randomInputs());
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        QCOMPARE((*actual)[0].size(), int64_t{0});
        made.graph.nodes[0].unsupported = Sentence("it is of another world");
        const auto refused = computedUntuned(made.graph, made.randomInputs());
        QVERIFY(!refused && refused.error().message.find("it is of another world") != std::string::npos);
        made.graph.nodes[0].unsupported = {};
        made.graph.nodes[0].outputs[0] = kNoValue;
        QVERIFY(!checkRunnable(made.graph));
    }

    void withoutTuning()
    {
        for (unsigned seed = 100; seed < 106; ++seed) {
            Random random(seed);
            HandMade made = network(random);
            spread(made, random);
            const std::vector<Tensor> inputs = inputsOf(made, random);
            const auto actual = computedUntuned(made.graph, inputs);
            QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
            compare(*actual, interpret(made.graph, inputs).value(), fmt::format("seed {}", seed));
        }
    }
};

QTEST_APPLESS_MAIN(TestExecutor)
#include "tst_executor.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Programs of networks in bfloat16: values between kernels are of 16 bits, no step only rounds, and the numbers are those of the
// definition, which rounds the factors of products.
#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/target.h"
#include "core/graph/interpreter.h"
#include "core/graph/passes/passes.h"
#include "core/network/precision.h"
#include "core/runtime/groupkernel.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/targetprograms.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace knobscope;

namespace {

const Attributes kPadded{{"pads", std::vector<int64_t>{1, 1, 1, 1}}};

/// A residual block after a pooled convolution, and a fully connected layer.
HandMade residual(int64_t batch)
{
    HandMade made;
    const ValueId x = made.input("x", {batch, 3, 12, 14});
    const ValueId stem =
        made.node("Relu", "stem.relu", {made.node("Conv", "stem", {x, made.constant("s", {32, 3, 3, 3})}, kPadded)});
    const Attributes halves{{"kernel_shape", std::vector<int64_t>{2, 2}}, {"strides", std::vector<int64_t>{2, 2}}};
    const ValueId pooled = made.node("MaxPool", "pool", {stem}, halves);
    const ValueId one = made.node("Relu", "one.relu", {made.node("Conv", "one", {pooled, made.constant("a", {32, 32, 1, 1})})});
    const ValueId two = made.node("Conv", "two", {one, made.constant("b", {32, 32, 3, 3}), made.constant("c", {32})}, kPadded);
    const ValueId sum = made.node("Relu", "sum.relu", {made.node("Add", "sum", {two, pooled})});
    const ValueId last = made.node("Conv", "last", {sum, made.constant("d", {48, 32, 1, 1})});
    const ValueId mean = made.node("Flatten", "flat", {made.node("GlobalAveragePool", "mean", {last})});
    made.output(made.node("Gemm", "fc", {mean, made.constant("e", {10, 48})}, {{"transB", int64_t{1}}}));
    return made;
}

/// A layer of a transformer: norm, one product for queries, keys and values, two heads, a residual sum, and two dense layers.
HandMade transformer(int64_t batch, int64_t tokens)
{
    constexpr int64_t width = 32, heads = 2;
    HandMade made;
    const ValueId x = made.input("x", {batch, tokens, width});
    const auto norm = [&](const std::string& name, ValueId of) {
        return made.node("LayerNormalization", name,
                         {of, made.constant(name + ".w", {width}), made.constant(name + ".b", {width})});
    };
    const auto dense = [&](const std::string& name, ValueId of, int64_t from, int64_t to) {
        const ValueId product = made.node("MatMul", name, {of, made.constant(name + ".w", {from, to})});
        return made.node("Add", name + ".sum", {product, made.constant(name + ".b", {to})});
    };
    const ValueId first = norm("first", x);
    const auto head = [&](const std::string& name, const std::vector<int64_t>& order) {
        const ValueId parts =
            made.node("Reshape", name + ".heads",
                      {dense(name, first, width, width), made.integers(name + ".shape", {batch, tokens, heads, width / heads})});
        return made.node("Transpose", name + ".t", {parts}, {{"perm", order}});
    };
    const ValueId scores = made.node("MatMul", "scores", {head("q", {0, 2, 1, 3}), head("k", {0, 2, 3, 1})});
    const ValueId scaled = made.node("Mul", "scaled", {scores, made.graph.addConstant("scale", Tensor::of<float>({}, {0.25F}))});
    const ValueId weights = made.node("Softmax", "weights", {scaled}, {{"axis", int64_t{-1}}});
    const ValueId mixed = made.node("MatMul", "mixed", {weights, head("v", {0, 2, 1, 3})});
    const ValueId order = made.node("Transpose", "order", {mixed}, {{"perm", std::vector<int64_t>{0, 2, 1, 3}}});
    const ValueId joined = made.node("Reshape", "joined", {order, made.integers("whole", {batch, tokens, width})});
    const ValueId sum = made.node("Add", "residual", {dense("out", joined, width, width), x});
    const ValueId hidden = made.node("Gelu", "gelu", {dense("up", norm("second", sum), width, 4 * width)});
    made.output(made.node("Add", "end", {dense("down", hidden, 4 * width, width), sum}));
    return made;
}

/// Factors that are no constants, in all orders, and one for all matrices of a batch.
HandMade computedFactors()
{
    HandMade made;
    const ValueId a = made.input("a", {2, 13, 20}), b = made.input("b", {2, 20, 18}), c = made.input("c", {18, 20});
    made.output(made.node("MatMul", "batch", {a, b}));
    made.output(made.node("MatMul", "constants", {a, made.constant("w", {2, 20, 9})}));
    const ValueId rows = made.node("Reshape", "rows", {a, made.integers("two", {26, 20})});
    made.output(made.node("Gemm", "gemm", {rows, c}, {{"transB", int64_t{1}}}));
    made.output(made.node("Gemm", "turned", {c, rows}, {{"transA", int64_t{0}}, {"transB", int64_t{1}}, {"alpha", 0.5}}));
    made.output(made.node("Gemm", "first turned", {rows, made.constant("v", {26, 7})}, {{"transA", int64_t{1}}}));
    made.output(made.node("Exp", "other reader", {made.node("Sub", "less", {b, made.constant("m", {18})})}));
    return made;
}

/// Parts of a concatenation and of a split, an operator without a kernel, an output that a product reads, and groups.
HandMade moved()
{
    HandMade made;
    const ValueId x = made.input("x", {1, 16, 6, 6});
    const ValueId left = made.node("Conv", "left", {x, made.constant("a", {16, 16, 1, 1})});
    const ValueId right = made.node("Conv", "right", {x, made.constant("b", {16, 4, 3, 3})},
                                    {{"pads", std::vector<int64_t>{1, 1, 1, 1}}, {"group", int64_t{4}}});
    const ValueId both = made.node("Concat", "both", {left, right}, {{"axis", int64_t{1}}});
    const ValueId next = made.node("Conv", "next", {both, made.constant("c", {16, 32, 1, 1})});
    const ValueId strange = made.node("Round", "strange", {next});
    made.output(strange);
    const ValueId deep = made.node("Conv", "deep", {strange, made.constant("d", {16, 1, 3, 3})},
                                   {{"pads", std::vector<int64_t>{1, 1, 1, 1}}, {"group", int64_t{16}}});
    made.output(made.node("Concat", "ends", {deep, made.constant("e", {1, 8, 6, 6})}, {{"axis", int64_t{1}}}));
    made.output(made.node("Relu", "again", {both}));
    return made;
}

double rmsBetween(const Tensor& a, const Tensor& b)
{
    const std::vector<double> x = a.reals(), y = b.reals();
    double sum = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    }
    return std::sqrt(sum / static_cast<double>(x.size()));
}

/// A graph's program and what it computed.
struct Computed {
    std::vector<Step> steps;
    std::vector<Tensor> outputs;
};

Result<Computed> computed(const Graph& graph, const std::vector<Tensor>& inputs)
{
    const std::vector<Group> groups = groupEpilogues(graph);
    ProgramOptions options;
    options.choices = TRY(untunedChoices(graph, groups));
    options.target = *hostTarget();
    options.compilers = 2;
    auto program = TRY(makeProgram(graph, groups, options));
    std::vector<Step> steps = program.steps;
    return Computed{std::move(steps), TRY(outputsOf(std::move(program), inputs))};
}

/// Different numbers, of both signs.
std::vector<Tensor> inputsOf(const Graph& graph)
{
    std::mt19937 random(11);
    std::normal_distribution<float> number;
    std::vector<Tensor> all;
    for (const ValueId id : graph.inputs) {
        all.emplace_back(*graph.value(id).type);
        std::ranges::generate(all.back().as<float>(), [&] { return number(random); });
    }
    return all;
}

Graph inBfloat16(const HandMade& made)
{
    Graph graph = made.graph;
    (void)applyPrecision(graph, {Precision::Bfloat16, {}}).value();
    return graph;
}

std::string stepsText(const std::vector<Step>& steps)
{
    std::string text;
    for (const Step& step : steps) {
        text += fmt::format("\n{}: {} {} {}", step.name, step.op, step.layout, step.task);
    }
    return text;
}

} // namespace

class TestBfloat16Programs : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreOfTheDefinition_data()
    {
        QTest::addColumn<HandMade>("made");
        QTest::newRow("residual block") << residual(1);
        QTest::newRow("two residual blocks") << residual(2);
        QTest::newRow("transformer") << transformer(1, 16);
        QTest::newRow("transformer, odd") << transformer(2, 7);
        QTest::newRow("computed factors") << computedFactors();
        QTest::newRow("moved parts") << moved();
    }
    /// Sums in another order round a few factors of later layers to the other neighbour; rounding all of them moves results by a
    /// multiple of that. An attention in one kernel rounds other numbers than its steps, and is to be as near to float32 as they.
    void numbersAreOfTheDefinition()
    {
        QFETCH(HandMade, made);
        Graph graph = inBfloat16(made);
        const std::vector<Tensor> inputs = inputsOf(graph);
        const std::vector<Tensor> expected = interpret(graph, inputs).value();
        const std::vector<Tensor> exact = interpret(made.graph, inputs).value();
        for (const bool isKept : {true, false}) {
            if (!isKept) {
                keepAsFloat32(graph);
            }
            const auto made16 = computed(graph, inputs);
            QVERIFY2(made16.has_value(), made16 ? "" : made16.error().message.c_str());
            for (size_t i = 0; i < expected.size(); ++i) {
                const double off = rmsBetween(made16->outputs[i], expected[i]);
                const double rounding = rmsBetween(exact[i], expected[i]);
                QVERIFY2(rounding > 0, "the output is not of a product");
                const bool isOneKernel = std::ranges::count(made16->steps, "Attention", &Step::op) > 0;
                const bool isNear =
                    isOneKernel ? rmsBetween(made16->outputs[i], exact[i]) < 1.2 * rounding : off < 0.3 * rounding;
                QVERIFY2(isNear, fmt::format("output {}: {} from the definition, which is {} from float32{}", i, off, rounding,
                                             stepsText(made16->steps))
                                     .c_str());
            }
        }
    }

    /// One product: nothing before it can differ.
    void oneProductIsExact()
    {
        HandMade made;
        const ValueId x = made.input("x", {5, 33});
        made.output(made.node("Relu", "relu", {made.node("MatMul", "product", {x, made.constant("w", {33, 48})})}));
        const Graph graph = inBfloat16(made);
        const std::vector<Tensor> inputs = inputsOf(graph);
        const Tensor expected = interpret(graph, inputs).value().front();
        const auto actual = computed(graph, inputs);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        QVERIFY(rmsBetween(actual->outputs.front(), expected) < 1e-5);
        QVERIFY(rmsBetween(interpret(made.graph, inputs)->front(), expected) > 1e-3);
    }

    void conversionsUseInstructions()
    {
        const ir::LoopNest nest = conversion(64, ir::float32, ir::bfloat16).value();
        const auto uses = [&](const char* target) {
            const LlvmTarget wanted = llvmTargetOf(parseTarget(target).value()).value();
            return assemblyText(nest, wanted).value().joined().find("vcvtneps2bf16") != std::string::npos;
        };
        QVERIFY(uses("llvm -mcpu=sapphirerapids"));
        QVERIFY(uses("llvm -mcpu=znver4"));
        QVERIFY(!uses("llvm -mcpu=skylake-avx512"));
    }

    void noStepOnlyRounds_data()
    {
        QTest::addColumn<HandMade>("made");
        QTest::newRow("residual block") << residual(1);
        QTest::newRow("transformer") << transformer(1, 16);
    }
    /// Only the input is rounded by a step of its own, if a product reads it.
    void noStepOnlyRounds()
    {
        QFETCH(HandMade, made);
        const Graph graph = inBfloat16(made);
        const bool roundsInput = graph.nodes.front().op == "Cast";
        if (!multipliesBfloat16(*hostTarget())) {
            QSKIP("This CPU has no dot products of bfloat16");
        }
        const auto made16 = computed(graph, inputsOf(graph));
        QVERIFY2(made16.has_value(), made16 ? "" : made16.error().message.c_str());
        const auto rounds = [](const Step& step) { return step.op == "Cast" || step.op == "conversion"; };
        QVERIFY2(std::ranges::count_if(made16->steps, rounds) == (roundsInput ? 1 : 0), stepsText(made16->steps).c_str());
        int64_t products = 2 * std::ranges::count(made16->steps, "Attention", &Step::op);
        for (const Step& step : made16->steps) {
            const Node* node = step.node >= 0 ? &graph.nodes[static_cast<size_t>(step.node)] : nullptr;
            if (!node || step.task.empty()) {
                continue;
            }
            ++products;
            const auto elements = [&](ValueId id) { return elementsOf(graph.value(id).type->shape); };
            QCOMPARE(step.places[0].bytes, 2 * elements(node->inputs[0]));
            QVERIFY2(step.places[1].bytes >= 2 * elements(node->inputs[1])
                         && step.places[1].bytes < 4 * elements(node->inputs[1]),
                     step.name.c_str());
            if (step.op.ends_with("Cast")) {
                const bool writesWords = std::ranges::any_of(step.places, [&](const Place& place) {
                    return !place.isWeight && place.bytes == 2 * elements(node->outputs[0]);
                });
                QVERIFY2(writesWords, step.name.c_str());
            }
        }
        QCOMPARE(products, std::ranges::count_if(graph.nodes, [](const Node& node) {
                     return node.op == "Conv" || node.op == "MatMul" || node.op == "Gemm";
                 }));
    }
};

QTEST_APPLESS_MAIN(TestBfloat16Programs)
#include "tst_bfloat16programs.moc"

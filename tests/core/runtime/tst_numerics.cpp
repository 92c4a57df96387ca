// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels' values where float32 makes it hard: near 0, at both ends of the range, NaN, infinities and long sums.
#include "core/graph/interpreter.h"
#include "core/target/host.h"
#include "core/timing/answercheck.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/targetprograms.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>

using namespace knobscope;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

using Exact = long double (*)(long double);

/// Gelu, whose subnormal tail is 0.
long double geluOf(long double x)
{
    const long double value = x / 2 * std::erfc(-x / std::sqrt(2.0L));
    return x < -1 && -value < std::numeric_limits<float>::min() ? 0 : value;
}

long double softplusOf(long double x)
{
    return std::isnan(x) ? x : std::max(x, 0.0L) + std::log1p(std::exp(-std::abs(x)));
}

/// Numbers of every exponent and both signs, subnormals, zeros, infinities and NaN.
std::vector<float> sampleOfAll()
{
    std::vector<float> all{0.F, -0.F, kInfinity, -kInfinity, kNan, -104.F, -87.4F, 88.7F, 89.F, 0.927734375F, -0.34657F, 1e-45F};
    for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 65521) {
        all.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    }
    for (int i = -20000; i <= 20000; ++i) {
        all.push_back(static_cast<float>(i) * 5.3e-3F); // where most functions bend
    }
    return all;
}

/// The difference in units in the last place of the right result; infinite where one of them is NaN or infinite alone.
double unitsOff(float actual, long double exact)
{
    const auto right = static_cast<float>(exact);
    if (std::isnan(right) || std::isinf(right)) {
        return (std::isnan(right) && std::isnan(actual)) || actual == right ? 0 : HUGE_VAL;
    }
    const float size = std::min(std::abs(right), std::numeric_limits<float>::max() / 2);
    const long double unit = static_cast<long double>(std::nextafter(size, kInfinity)) - static_cast<long double>(size);
    const auto off = static_cast<double>(std::abs(static_cast<long double>(actual) - exact) / unit);
    return std::isnan(off) ? HUGE_VAL : off;
}

} // namespace

class TestNumerics : public QObject
{
    Q_OBJECT
private:
    static Result<std::vector<Tensor>> computed(const Graph& graph, const std::vector<Tensor>& inputs)
    {
        const std::vector<Group> groups = groupEpilogues(graph);
        ProgramOptions options;
        options.choices = TRY(untunedChoices(graph, groups));
        options.target = *hostTarget();
        options.compilers = 2;
        auto program = TRY(makeProgram(graph, groups, options));
        for (const Step& step : program.steps) {
            if (step.kind == StepKind::Operator) {
                return fail(ErrorCode::Internal, "{} is no kernel", step.op);
            }
        }
        return outputsOf(std::move(program), inputs);
    }

    static Tensor filled(const Shape& shape, const std::function<float(int64_t)>& of)
    {
        Tensor tensor(TensorType{ir::float32, shape});
        for (int64_t i = 0; float& value : tensor.as<float>()) {
            value = of(i++);
        }
        return tensor;
    }

    /// Kernels and interpreter have NaN and infinities in the same places, and differ elsewhere by at most a share.
    static void compare(const HandMade& made, const std::vector<Tensor>& inputs, double most)
    {
        const auto actual = computed(made.graph, inputs);
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        const auto expected = interpret(made.graph, inputs).value();
        for (size_t i = 0; i < expected.size(); ++i) {
            const std::string name = made.graph.value(made.graph.outputs[i]).name;
            const ValueDifference difference = differenceOf((*actual)[i].reals(), expected[i].reals());
            QVERIFY2(difference.mismatched == 0 && difference.error <= most,
                     fmt::format("{}: off by {}, {} mismatched", name, difference.error, difference.mismatched).c_str());
        }
    }

private slots:
    void functionsAreRightToTheLastPlaces_data()
    {
        QTest::addColumn<double>("most");
        for (const auto& [name, most] : {std::pair("Exp", 4.0),
                                         {"Exp of Min", 3.0},
                                         {"Tanh", 4.0},
                                         {"Erf", 4.0},
                                         {"Elu", 4.0},
                                         {"Gelu", 4.0},
                                         {"Softplus", 4.0},
                                         {"Mish", 8.0}}) {
            QTest::newRow(name) << most;
        }
    }
    void functionsAreRightToTheLastPlaces()
    {
        QFETCH(double, most);
        const std::string name = QTest::currentDataTag();
        const Exact exact = name == "Exp"        ? [](long double x) { return std::exp(x); }
                          : name == "Exp of Min" ? [](long double x) { return std::exp(x > 0 ? 0 : x); }
                          : name == "Tanh"       ? [](long double x) { return std::tanh(x); }
                          : name == "Erf"        ? [](long double x) { return std::erf(x); }
                          : name == "Elu"        ? [](long double x) { return x > 0 ? x : std::expm1(x); }
                          : name == "Softplus"   ? Exact(softplusOf)
                          : name == "Mish"       ? [](long double x) { return x * std::tanh(softplusOf(x)); }
                                                 : Exact(geluOf);
        const std::vector<float> numbers = sampleOfAll();
        const auto count = static_cast<int64_t>(numbers.size());
        HandMade made;
        const ValueId x = made.input("x", {count});
        made.output(
            name != "Exp of Min"
                ? made.node(name, name, {x})
                : made.node("Exp", "exp",
                            {made.node("Min", "min", {x, made.graph.addConstant("zero", Tensor::of<float>({}, {0.F}))})}));
        const auto actual = computed(made.graph, {Tensor::of<float>({count}, numbers)});
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        for (size_t i = 0; i < numbers.size(); ++i) {
            const float value = (*actual)[0].as<float>()[i];
            const long double right = exact(static_cast<long double>(numbers[i]));
            if (name == "Mish" && std::abs(right) < 104 * static_cast<long double>(std::numeric_limits<float>::min())) {
                // The factor of x is subnormal, or x is.
                QVERIFY(std::abs(static_cast<long double>(value) - right) < 1e-42L);
                continue;
            }
            const double off = unitsOff(value, right);
            QVERIFY2(off <= most, fmt::format("{}({:g}) is {:g}, off by {:g} units", name, numbers[i], value, off).c_str());
        }
    }

    /// A Gelu whose result is rounded to bfloat16 is computed to fewer digits: a twentieth of a unit more than rounding.
    void geluThatIsRounded()
    {
        const std::vector<float> numbers = sampleOfAll();
        const auto count = static_cast<int64_t>(numbers.size());
        HandMade made;
        const ValueId gelu = made.node("Gelu", "gelu", {made.input("x", {count})});
        made.output(made.node("Cast", "rounded", {gelu}, {{"to", std::string("bfloat16")}}));
        made.graph.value(made.graph.outputs[0]).isBfloat16 = true;
        const auto actual = computed(made.graph, {Tensor::of<float>({count}, numbers)});
        QVERIFY2(actual.has_value(), actual ? "" : actual.error().message.c_str());
        for (size_t i = 0; i < numbers.size(); ++i) {
            if (std::isfinite(numbers[i]) && std::abs(numbers[i]) > 3.38e38F) { // near the largest bfloat16
                continue;
            }
            const double value = static_cast<double>((*actual)[0].as<float>()[i]);
            const auto exact = static_cast<double>(geluOf(static_cast<long double>(numbers[i])));
            const double unit = std::ldexp(1, std::max(std::ilogb(exact), -1000) - 7); // of zero: INT_MIN
            const bool isSame = std::isnan(exact) ? std::isnan(value) : value == exact;
            QVERIFY2(isSame || std::abs(value - exact) <= 0.55 * unit + 1e-17,
                     fmt::format("Gelu({:g}) is {:g} instead of {:g}", numbers[i], value, exact).c_str());
        }
    }

    /// Along the last axis and another one, of rows of one element to more than are kept.
    void logarithmsOfSoftmax()
    {
        for (const auto& [shape, axis] :
             {std::pair(Shape{3, 1}, 1), {Shape{5, 37}, 1}, {Shape{2, 300, 5}, 1}, {Shape{2, 70000}, 1}}) {
            HandMade made;
            const ValueId x = made.input("x", shape);
            made.output(made.node("LogSoftmax", "log", {x}, {{"axis", int64_t{axis}}}));
            compare(made, {filled(shape, [](int64_t i) { return static_cast<float>(i * 7919 % 1000) * 0.05F - 20; })}, 1e-6);
            compare(made, {filled(shape, [](int64_t i) { return i == 2 ? -kInfinity : i == 40 ? kNan : 0.25F; })}, 1e-6);
        }
    }

    void reciprocalRootAsPower()
    {
        HandMade made;
        const ValueId x = made.input("x", {6});
        for (const float power : {-0.5F, 4.F}) {
            made.output(made.node("Pow", fmt::format("pow{}", power),
                                  {x, made.graph.addConstant(fmt::format("p{}", power), Tensor::of<float>({}, {power}))}));
        }
        compare(made, {Tensor::of<float>({6}, {0.F, -0.F, kInfinity, -kInfinity, 2.25F, -1.F})}, 1e-6);
    }

    void signsOfZero()
    {
        HandMade made;
        const ValueId x = made.input("x", {3});
        made.output(made.node("Neg", "neg", {x}));
        made.output(made.node("Abs", "abs", {x}));
        made.output(made.node("Tanh", "tanh", {x}));
        made.output(made.node("Pow", "pow", {x, made.graph.addConstant("half", Tensor::of<float>({}, {0.5F}))}));
        const Tensor zeros = Tensor::of<float>({3}, {0.F, -0.F, 1.F});
        for (const auto& outputs : {computed(made.graph, {zeros}), interpret(made.graph, {zeros})}) {
            QVERIFY(outputs);
            const auto isNegative = [&](size_t output, size_t i) { return std::signbit((*outputs)[output].as<float>()[i]); };
            QVERIFY(isNegative(0, 0) && !isNegative(0, 1) && !isNegative(1, 1) && isNegative(2, 1) && !isNegative(3, 1));
        }
    }

    /// Alone and behind a convolution, as vectors and as what is left of one.
    void nanAndInfinityStay()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 16, 9, 7});
        const ValueId conv = made.node("Conv", "conv", {x, made.constant("w", {16, 16, 1, 1})});
        const auto number = [&](float value) {
            return made.graph.addConstant(fmt::format("c{}", made.graph.values.size()), Tensor::of<float>({}, {value}));
        };
        for (const ValueId from : {x, conv}) {
            const std::string where = from == x ? " alone" : " behind a convolution";
            const auto add = [&](const std::string& op, std::vector<ValueId> inputs, const Attributes& attributes = {}) {
                made.output(made.node(op, op + where, std::move(inputs), attributes));
            };
            for (const char* op : {"Relu", "LeakyRelu", "Elu", "HardSigmoid", "HardSwish", "ThresholdedRelu", "Sigmoid", "Tanh",
                                   "Erf", "Gelu", "Exp", "Sqrt", "Abs", "Neg", "Reciprocal"}) {
                add(op, {from});
            }
            add("Gelu", {from}, {{"approximate", std::string("tanh")}});
            add("LeakyRelu", {from}, {{"alpha", static_cast<double>(kInfinity)}});
            add("Elu", {from}, {{"alpha", static_cast<double>(-kInfinity)}});
            for (const float exponent : {0.5F, 2.F, 3.F, -1.F}) {
                add("Pow", {from, number(exponent)});
            }
            add("Clip", {from, number(0), number(6)});
            add("Max", {from, number(0.5)});
            add("Min", {number(0.5), from});
            add("Max", {from, made.node("Neg", "neg" + where, {from})});
            add("PRelu", {from, made.constant("slope" + where, {16, 1, 1})});
        }
        const Tensor input = filled({1, 16, 9, 7}, [](int64_t i) {
            return i % 31 == 3 ? kNan : i % 37 == 5 ? kInfinity : i % 41 == 7 ? -kInfinity : static_cast<float>(i % 13) - 6;
        });
        compare(made, {input}, 1e-4); // exponentials magnify what the convolution rounds
    }

    /// Sums of both neighbours by their weights: infinite between two infinite ones, and a weight of 0 touches none.
    void linearResizeBesideInfinities()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 1, 1, 8});
        const auto resized = [&](const char* how, int64_t to) {
            const std::string name = how + std::to_string(to);
            made.output(made.node("Resize", name, {x, kNoValue, kNoValue, made.integers(name + ".sizes", {1, 1, 1, to})},
                                  {{"mode", std::string("linear")}, {"coordinate_transformation_mode", std::string(how)}}));
        };
        resized("asymmetric", 16);
        resized("half_pixel", 24);
        resized("align_corners", 15);
        const std::vector<Tensor> inputs{
            Tensor::of<float>({1, 1, 1, 8}, {1.F, 2.F, kInfinity, 3.F, -kInfinity, -kInfinity, 4.F, 5.F})};
        const auto outputs = computed(made.graph, inputs);
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
        const std::vector<double> expected{1,          1.5,        2,          kInfinity,  kInfinity, kInfinity, 3, -kInfinity,
                                           -kInfinity, -kInfinity, -kInfinity, -kInfinity, 4,         4.5,       5, 5};
        QCOMPARE(outputs->front().reals(), expected);
        compare(made, inputs, 1e-6);
    }

    /// A sum that is fused with the exponential before it is NaN where infinity less infinity is.
    void sumsAfterExponentials()
    {
        HandMade made;
        const ValueId x = made.input("x", {16});
        const ValueId power = made.node("Exp", "power", {x});
        made.output(made.node("Sub", "less", {x, power}));
        made.output(made.node("Sub", "more", {made.node("Exp", "again", {x}), x}));
        compare(made,
                {Tensor::of<float>({16}, {kInfinity, -kInfinity, kNan, 0.F, -0.F, 1.F, -1.F, 88.7F, 88.73F, 89.F, 104.F, 133.F,
                                          134.F, 1e30F, -104.F, -1e30F})},
                1e-6);
    }

    void reductionsKeepNan()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 16, 12, 18});
        for (const auto& [op, axis] : {std::pair("ReduceMax", 3),
                                       {"ReduceMin", 3},
                                       {"ReduceMax", 1},
                                       {"ReduceMin", 1},
                                       {"ReduceSum", 2},
                                       {"ReduceMean", 3},
                                       {"ReduceL2", 1}}) {
            const std::string name = fmt::format("{} {}", op, axis);
            made.output(made.node(op, name, {x, made.integers(name + ".axes", {axis})}));
        }
        for (const int64_t axis : {1, 3}) {
            made.output(made.node("Softmax", fmt::format("softmax {}", axis), {x}, {{"axis", axis}}));
        }
        const Attributes window{{"kernel_shape", std::vector<int64_t>{3, 3}}, {"pads", std::vector<int64_t>{1, 1, 1, 1}}};
        made.output(made.node("MaxPool", "max pool", {x}, window));
        made.output(made.node("AveragePool", "average pool", {x}, window));
        made.output(made.node("GlobalMaxPool", "largest", {x}));
        made.output(made.node("MaxPool", "max pool behind", {made.node("Conv", "conv", {x, made.constant("w", {16, 16, 1, 1})})},
                              window));
        // Few, so that most results are numbers; at the first, a middle and the last place of what is reduced.
        const Tensor input = filled({1, 16, 12, 18}, [](int64_t i) {
            return i == 0 || i == 1000 || i == 3455 ? kNan
                 : i == 500                         ? kInfinity
                 : i == 600                         ? -kInfinity
                                                    : static_cast<float>(i % 17) - 8;
        });
        compare(made, {input}, 1e-5);
    }

    void longSumsAreExact()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 2, 512, 512});
        const ValueId last = made.integers("last axes", {2, 3});
        for (const char* op : {"ReduceMean", "ReduceSum", "ReduceL2", "ReduceSumSquare"}) {
            made.output(made.node(op, op, {x, last}));
        }
        made.output(made.node("GlobalAveragePool", "mean", {x}));
        made.output(made.node("AveragePool", "large windows", {x},
                              {{"kernel_shape", std::vector<int64_t>{256, 256}}, {"strides", std::vector<int64_t>{256, 256}}}));
        const ValueId rows = made.node("Reshape", "rows", {x, made.integers("shape", {8, 65536})});
        made.output(made.node("Softmax", "softmax", {rows}));
        made.output(made.node("MatMul", "product",
                              {rows, made.node("Transpose", "columns", {rows}, {{"perm", std::vector<int64_t>{1, 0}}})}));
        compare(made, {filled({1, 2, 512, 512}, [](int64_t) { return 0.1F; })}, 1e-6);
    }

    /// Deviations that are small beside the mean.
    void normalizationsFindTheMean()
    {
        HandMade made;
        const ValueId x = made.input("x", {2, 3, 64, 64});
        made.output(made.node("InstanceNormalization", "instance", {x, made.constant("s", {3}), made.constant("b", {3})}));
        made.output(made.node("LayerNormalization", "layer", {x, made.constant("t", {64}), made.constant("c", {64})}));
        std::mt19937 random(3);
        std::normal_distribution<float> number(1000, 1);
        compare(made, {filled({2, 3, 64, 64}, [&](int64_t) { return number(random); })}, 1e-6);
    }

    /// Rows shorter than a vector, with a rest behind the last whole one, and longer than others.
    void rowsOfAnyLength_data()
    {
        QTest::addColumn<int>("length");
        for (const int length : {1, 3, 16, 31, 32, 33, 197, 1025, 4096, 5001}) {
            QTest::addRow("%d", length) << length;
        }
    }
    void rowsOfAnyLength()
    {
        QFETCH(const int, length);
        HandMade made;
        const ValueId x = made.input("x", {2, 2, 3, length});
        const ValueId softmax = made.node("Softmax", "softmax", {x});
        made.output(softmax);
        made.output(made.node("Softmax", "across", {x}, {{"axis", int64_t{2}}}));
        const ValueId finite = made.node("Clip", "finite",
                                         {x, made.graph.addConstant("low", Tensor::of<float>({}, {-20.0F})),
                                          made.graph.addConstant("high", Tensor::of<float>({}, {20.0F}))});
        const ValueId norm = made.node("LayerNormalization", "layer",
                                       {finite, made.constant("scale", {length}), made.constant("shift", {length})});
        made.output(made.node("Relu", "relu", {norm}));
        // Rows of equal elements, of huge ones, masked ones, and others; the last element is the largest in some.
        const Tensor input = filled({2, 2, 3, length}, [&](int64_t i) {
            const int64_t row = i / length;
            const int64_t column = i % length;
            const float some = static_cast<float>((i * 7919) % 101) / 10 - 5;
            return row % 4 == 0                                  ? 0.25F
                 : row % 4 == 1                                  ? some * 1e37F
                 : row % 4 == 2 && column % 3 == 1               ? -kInfinity
                 : row % 4 == 3 && column == int64_t{length} - 1 ? 9.0F
                                                                 : some;
        });
        compare(made, {input}, 1e-5);
    }
};

QTEST_APPLESS_MAIN(TestNumerics)
#include "tst_numerics.moc"

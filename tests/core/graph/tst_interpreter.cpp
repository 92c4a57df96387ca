// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/interpreter.h"
#include "core/graph/quantum.h"
#include "core/graph/roundingdepth.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

using namespace knobscope;

class TestInterpreter : public QObject
{
    Q_OBJECT
private:
    static Tensor floats(const std::vector<float>& values)
    {
        return Tensor::of<float>({static_cast<int64_t>(values.size())}, values);
    }

    /// The convolution of one image by its definition, with weights (K, C, 3, 3) and a border of one.
    static std::vector<double> plainConv(const Tensor& x, const Tensor& w)
    {
        const int64_t channels = x.shape()[1], height = x.shape()[2], width = x.shape()[3];
        std::vector<double> out;
        for (int64_t k = 0; k < w.shape()[0]; ++k) {
            for (int64_t y = 0; y < height; ++y) {
                for (int64_t z = 0; z < width; ++z) {
                    double sum = 0;
                    for (int64_t c = 0; c < channels; ++c) {
                        for (int64_t tap = 0; tap < 9; ++tap) {
                            const int64_t row = y + tap / 3 - 1, column = z + tap % 3 - 1;
                            if (row >= 0 && row < height && column >= 0 && column < width) {
                                sum +=
                                    static_cast<double>(x.as<float>()[static_cast<size_t>((c * height + row) * width + column)])
                                    * static_cast<double>(w.as<float>()[static_cast<size_t>((k * channels + c) * 9 + tap)]);
                            }
                        }
                    }
                    out.push_back(sum);
                }
            }
        }
        return out;
    }

private slots:
    void quantaOfOutputs()
    {
        HandMade made;
        const ValueId x = made.input("x", {2, 3});
        const ValueId scale = made.graph.addConstant("scale", Tensor::of<float>({}, {0.5F}));
        const ValueId scales = made.graph.addConstant("scales", floats({0.5F, 1, 2}));
        const ValueId zero = made.graph.addConstant("zero", Tensor::of<int8_t>({}, {3}));
        const ValueId zeros = made.graph.addConstant("zeros", Tensor::of<int8_t>({3}, {0, 0, 0}));
        const ValueId whole = made.node("QuantizeLinear", "q", {x, scale, zero});
        const ValueId number = made.node("DequantizeLinear", "dq", {whole, scale, zero});
        const ValueId each = made.node("DequantizeLinear", "each", {whole, scales, zeros});
        const auto stepsOf = [&](ValueId value) {
            const auto quantum = quantumOf(made.graph, value);
            return quantum ? quantum->steps : std::vector<double>();
        };
        QCOMPARE(stepsOf(whole), std::vector<double>{1});
        QCOMPARE(stepsOf(made.node("Transpose", "moved", {number})), std::vector<double>{0.5});
        QCOMPARE(stepsOf(each), (std::vector<double>{0.5, 1, 2}));
        QVERIFY(stepsOf(made.node("Transpose", "moved each", {each})).empty());
        QVERIFY(stepsOf(made.node("Exp", "computed", {number})).empty());
        QVERIFY(stepsOf(x).empty());
        const Tensor one = Tensor::of<float>({2, 3}, {0, 0, 0, 0, 0, 0});
        const Tensor other = Tensor::of<float>({2, 3}, {1, 1, 1, 0, 1, 6});
        QCOMPARE(quantaBetween(*quantumOf(made.graph, each), one, other), 3.0);
        QCOMPARE(quantaBetween(*quantumOf(made.graph, number), one, other), 12.0);
    }

    void longSumsAreExact()
    {
        constexpr int64_t kTerms = 40000;
        const auto terms = [](const Shape& shape, float value) {
            Tensor tensor(TensorType{ir::float32, shape});
            std::ranges::fill(tensor.as<float>(), value);
            return tensor;
        };
        HandMade made;
        const ValueId row = made.input("row", {1, kTerms});
        const ValueId column = made.input("column", {kTerms, 1});
        const ValueId image = made.input("image", {1, kTerms, 1, 1});
        const ValueId weights = made.input("weights", {1, kTerms, 1, 1});
        const ValueId spread = made.input("spread", {kTerms, 1, 1, 1});
        made.output(made.node("MatMul", "product", {row, column}));
        made.output(made.node("Gemm", "gemm", {row, column}));
        made.output(made.node("Conv", "conv", {image, weights}));
        made.output(made.node("ConvTranspose", "transposed", {image, spread}));
        made.output(made.node("CumSum", "running", {row, made.graph.addConstant("axis", Tensor::of<int64_t>({}, {1}))}));
        const auto outputs =
            interpret(made.graph, {terms({1, kTerms}, 0.1F), terms({kTerms, 1}, 1), terms({1, kTerms, 1, 1}, 0.1F),
                                   terms({1, kTerms, 1, 1}, 1), terms({kTerms, 1, 1, 1}, 1)});
        QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
        const double right = kTerms * static_cast<double>(0.1F);
        for (const Tensor& output : *outputs) {
            QVERIFY2(std::abs(output.reals().back() / right - 1) < 1e-6, qPrintable(QString::number(output.reals().back())));
        }
    }

    void nanStaysNan()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 1, 4});
        const ValueId axes = made.integers("axes", {2});
        for (const char* op : {"ReduceMax", "ReduceMin", "ReduceLogSumExp"}) {
            made.output(made.node(op, op, {x, axes}));
        }
        made.output(made.node("GlobalMaxPool", "largest", {x}));
        made.output(made.node("MaxPool", "pool", {x}, {{"kernel_shape", std::vector<int64_t>{4}}}));
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const float infinity = std::numeric_limits<float>::infinity();
        for (size_t place = 0; place < 4; ++place) {
            std::vector<float> values{1, infinity, -infinity, 2};
            values[place] = nan;
            const auto outputs = interpret(made.graph, {Tensor::of<float>({1, 1, 4}, values)}).value();
            for (size_t i = 0; i < outputs.size(); ++i) {
                QVERIFY2(std::isnan(outputs[i].reals()[0]), qPrintable(QStringLiteral("%1 of %2").arg(i).arg(place)));
            }
        }
    }

    /// 1 + erf would be 0 from -8 on.
    void geluIsExactFarBelowZero()
    {
        HandMade made;
        const ValueId x = made.input("x", {1});
        made.output(made.node("Gelu", "gelu", {x}));
        const double actual = interpret(made.graph, {floats({-9.F})}).value()[0].reals()[0];
        QVERIFY2(std::abs(actual / (-4.5 * std::erfc(9 / std::sqrt(2.0))) - 1) < 1e-6, qPrintable(QString::number(actual)));
    }

    void aConvolutionIsItsDefinition()
    {
        HandMade made;
        const ValueId x = made.input("x", {1, 3, 5, 7});
        const ValueId w = made.input("w", {4, 3, 3, 3});
        made.output(made.node("Conv", "conv", {x, w}, {{"pads", std::vector<int64_t>{1, 1, 1, 1}}}));
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto outputs = interpret(made.graph, inputs);
        QVERIFY(outputs);
        const std::vector<double> expected = plainConv(inputs[0], inputs[1]);
        const std::vector<double> actual = outputs->front().reals();
        QCOMPARE(actual.size(), expected.size());
        for (size_t i = 0; i < expected.size(); ++i) {
            QVERIFY(std::abs(actual[i] - expected[i]) < 1e-4);
        }
    }

    /// As in ONNX Runtime: 7 / 0.7 is 10, though 0.7 in single precision is a little less.
    void theNearestElementIsFoundInSinglePrecision()
    {
        const Tensor x = floats({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
        const Tensor scale = Tensor::of<float>({1}, std::vector<float>{0.7F});
        const Node node{"Resize",
                        "n",
                        {{"mode", std::string("nearest")},
                         {"nearest_mode", std::string("ceil")},
                         {"coordinate_transformation_mode", std::string("asymmetric")}},
                        {0, 1, 2},
                        {3},
                        {}};
        const auto made = evaluateNode(node, {{&x, nullptr, &scale}});
        QVERIFY2(made.has_value(), made ? "" : made.error().message.c_str());
        const std::vector<double> expected{0, 2, 3, 5, 6, 8, 9, 10, 12, 13, 15};
        QCOMPARE(made->front().reals(), expected);
    }

    /// Samples at the places of elements are these elements, whatever infinite neighbours have a weight of 0.
    void weightsOfZeroTouchNoInfiniteElement()
    {
        const float infinity = std::numeric_limits<float>::infinity();
        const std::vector<float> row{1, infinity, 3, -infinity, -infinity};
        const Tensor image = Tensor::of<float>({1, 1, 1, 5}, row);
        const std::vector<double> expected(row.begin(), row.end());
        const Tensor twice = Tensor::of<float>({4}, {1.F, 1.F, 1.F, 2.F});
        for (const char* mode : {"linear", "cubic"}) {
            const Node resize{
                "Resize",  "n", {{"mode", std::string(mode)}, {"coordinate_transformation_mode", std::string("asymmetric")}},
                {0, 1, 2}, {3}, {}};
            const std::vector<double> resized = evaluateNode(resize, {{&image, nullptr, &twice}}).value().front().reals();
            for (size_t i = 0; i < expected.size(); ++i) {
                QCOMPARE(resized[2 * i], expected[i]);
            }
            const Tensor grid = Tensor::of<float>({1, 1, 5, 2}, {-1.F, 0.F, -0.5F, 0.F, 0.F, 0.F, 0.5F, 0.F, 1.F, 0.F});
            const Node sample{"GridSample", "n", {{"mode", std::string(mode)}, {"align_corners", int64_t{1}}}, {0, 1}, {2}, {}};
            QCOMPARE(evaluateNode(sample, {{&image, &grid}}).value().front().reals(), expected);
        }
        const Tensor box = Tensor::of<float>({1, 4}, {0.F, 0.F, 5.F, 1.F});
        const Tensor batch = Tensor::of<int64_t>({1}, {0});
        const Node align{"RoiAlign", "n", {{"output_width", int64_t{5}}, {"sampling_ratio", int64_t{1}}}, {0, 1, 2}, {3}, {}};
        QCOMPARE(evaluateNode(align, {{&image, &box, &batch}}).value().front().reals(), expected);
    }

    void largestElementsComeInOrder()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const Tensor x = Tensor::of<float>({3, 4}, {1, 7, 7, 1, nan, 2, nan, 3, -1, -2, -1, -2});
        const Tensor k = Tensor::of<int64_t>({1}, {3});
        for (const bool isLargest : {true, false}) {
            const Node top{"TopK", "n", {{"largest", int64_t{isLargest}}}, {0, 1}, {2, 3}, {}};
            const auto outputs = evaluateNode(top, {{&x, &k}}).value();
            QCOMPARE(outputs[1].reals(), isLargest ? (std::vector<double>{1, 2, 0, 0, 2, 3, 0, 2, 1})
                                                   : (std::vector<double>{0, 3, 1, 1, 3, 0, 1, 3, 0}));
        }
    }

    /// With many equal elements, along the last axis and across rows.
    void theFirstOfManyElements()
    {
        std::mt19937 random(4);
        constexpr int64_t count = 300, others = 5;
        for (const int64_t k : {1, 7, 149, 150, 299, 300}) {
            for (const int round : {0, 1, 2, 3}) {
                const int64_t axis = round / 2;
                const bool isLargest = round % 2 == 0;
                std::vector<float> values(static_cast<size_t>(count * others));
                std::ranges::generate(values, [&] { return static_cast<float>(random() % 200) - 100; });
                const Tensor x = Tensor::of<float>(axis == 0 ? Shape{count, others} : Shape{others, count}, values);
                const Tensor most = Tensor::of<int64_t>({1}, {k});
                const Node top{"TopK", "n", {{"largest", int64_t{isLargest}}, {"axis", axis}}, {0, 1}, {2, 3}, {}};
                const auto outputs = evaluateNode(top, {{&x, &most}}).value();
                const auto at = [&](int64_t lane, int64_t i, int64_t extent) {
                    return static_cast<size_t>(axis == 0 ? i * others + lane : lane * extent + i);
                };
                for (int64_t lane = 0; lane < others; ++lane) {
                    std::vector<int64_t> order(static_cast<size_t>(count));
                    std::iota(order.begin(), order.end(), int64_t{0});
                    std::ranges::stable_sort(order, [&](int64_t a, int64_t b) {
                        const float one = values[at(lane, a, count)], other = values[at(lane, b, count)];
                        return isLargest ? one > other : one < other;
                    });
                    for (int64_t i = 0; i < k; ++i) {
                        const int64_t place = order[static_cast<size_t>(i)];
                        QCOMPARE(outputs[1].as<int64_t>()[at(lane, i, k)], place);
                        QCOMPARE(outputs[0].as<float>()[at(lane, i, k)], values[at(lane, place, count)]);
                    }
                }
            }
        }
    }

    /// Three threads, simulated, that take parts in any order.
    void operatorsInParts()
    {
        std::mt19937 random(5);
        std::vector<float> values(2 * 64 * 64);
        std::ranges::generate(values, [&] { return std::normal_distribution<float>()(random); });
        const Tensor image = Tensor::of<float>({1, 2, 64, 64}, values);
        const Tensor sizes = Tensor::of<int64_t>({4}, {1, 2, 150, 90});
        const Tensor k = Tensor::of<int64_t>({1}, {9});
        const Node resize{"Resize", "n", {{"mode", std::string("cubic")}}, {0, kNoValue, kNoValue, 1}, {2}, {}};
        const Node top{"TopK", "n", {{"axis", int64_t{2}}}, {0, 1}, {2, 3}, {}};
        int64_t done = 0;
        const Workers inThree = [&done](int64_t count, const std::function<void(int64_t, int64_t)>& body) {
            for (const int64_t part : {2, 0, 1}) {
                body(count * part / 3, count * (part + 1) / 3);
            }
            done += count;
        };
        const auto compare = [&](const Node& node, const KnownInputs& inputs, int64_t rows) {
            const auto alone = evaluateNode(node, inputs).value();
            done = 0;
            const auto together = evaluateNode(node, inputs, &inThree).value();
            QCOMPARE(done, rows);
            for (size_t i = 0; i < alone.size(); ++i) {
                QCOMPARE(together[i].reals(), alone[i].reals());
            }
        };
        compare(resize, {{&image, nullptr, nullptr, &sizes}}, 2 * 64 * 90 + 2 * 150);
        compare(top, {{&image, &k}}, 0); // too few elements to share
        const Tensor large(TensorType{ir::float32, {1, 4, 64, 64}});
        compare(top, {{&large, &k}}, 4 * 64);

        Tensor places(TensorType{ir::int64, {1, 2, 200, 64}});
        std::ranges::generate(places.as<int64_t>(), [&] { return static_cast<int64_t>(random() % 128) - 64; });
        compare({"GatherElements", "n", {{"axis", int64_t{2}}}, {0, 1}, {2}, {}}, {{&image, &places}}, 2 * 200);
        Tensor grid(TensorType{ir::float32, {1, 50, 60, 2}});
        std::ranges::generate(grid.as<float>(), [&] { return std::uniform_real_distribution<float>(-1.2F, 1.2F)(random); });
        compare({"GridSample", "n", {}, {0, 1}, {2}, {}}, {{&image, &grid}}, 50 * 60);
    }

    void elementsAreGatheredAlongEachAxis()
    {
        const Tensor x = Tensor::of<float>({2, 3}, {0, 1, 2, 3, 4, 5});
        const Tensor wide = Tensor::of<int32_t>({2, 2}, {-1, 0, 1, -3});
        const Tensor tall = Tensor::of<int64_t>({1, 2}, {-1, 0});
        const auto gathered = [&](int64_t axis, const Tensor& indices) {
            const Node node{"GatherElements", "n", {{"axis", axis}}, {0, 1}, {2}, {}};
            return evaluateNode(node, {{&x, &indices}}).value().front().reals();
        };
        QCOMPARE(gathered(1, wide), (std::vector<double>{2, 0, 4, 3}));
        QCOMPARE(gathered(0, tall), (std::vector<double>{3, 1}));
    }

    void choicesRepeatTheirInputs()
    {
        const Tensor rows = Tensor::of<bool>({2, 1}, {true, false});
        const Tensor columns = Tensor::of<float>({3}, {1, 2, 3});
        const Tensor one = Tensor::of<float>({}, {9});
        const Node node{"Where", "n", {}, {0, 1, 2}, {3}, {}};
        QCOMPARE(evaluateNode(node, {{&rows, &columns, &one}}).value().front().reals(), (std::vector<double>{1, 2, 3, 9, 9, 9}));
        const Tensor yes = Tensor::of<bool>({}, {true});
        QCOMPARE(evaluateNode(node, {{&yes, &one, &one}}).value().front().reals(), std::vector<double>{9});
    }

    void inputsMustFit()
    {
        HandMade made;
        made.output(made.node("Relu", "relu", {made.input("x", {2})}));
        QCOMPARE(interpret(made.graph, {}).error().message, std::string("0 inputs were given for a graph of 1"));
        QCOMPARE(interpret(made.graph, {floats({1, 2, 3})}).error().message,
                 std::string("input 'x' is float32[3], but should be float32[2]"));
    }

    void aNodeThatIsNotSupportedIsNamed()
    {
        HandMade made;
        made.output(made.node("Relu", "relu", {made.input("x", {2})}));
        made.graph.nodes[0].unsupported = Sentence("it is strange");
        const auto outputs = interpret(made.graph, {floats({1, 2})});
        QVERIFY(!outputs);
        QCOMPARE(outputs.error().code, ErrorCode::Unsupported);
        QCOMPARE(outputs.error().message, std::string("node 'relu' (Relu): it is strange"));
    }

    void aValueThatIsReadTwiceAndReturnedStays()
    {
        HandMade made;
        const ValueId x = made.input("x", {2});
        const ValueId r = made.node("Relu", "relu", {x});
        made.output(made.node("Add", "twice", {r, r}));
        made.output(r);
        made.output(x);
        const auto outputs = interpret(made.graph, {floats({-1, 2})});
        QVERIFY(outputs);
        QCOMPARE((*outputs)[0].reals(), (std::vector<double>{0, 4}));
        QCOMPARE((*outputs)[1].reals(), (std::vector<double>{0, 2}));
        QCOMPARE((*outputs)[2].reals(), (std::vector<double>{-1, 2}));
    }

    void indicesOutsideAreRefusedWhereTheyAreRead()
    {
        HandMade made;
        const ValueId x = made.input("x", {3});
        const ValueId at = made.input("at", {1}, ir::int64);
        made.output(made.node("Gather", "gather", {x, at}));
        QCOMPARE(interpret(made.graph, {floats({1, 2, 3}), Tensor::of<int64_t>({1}, std::vector<int64_t>{-1})})->front().reals(),
                 std::vector<double>{3});
        for (const int64_t outside : {int64_t{3}, int64_t{-4}, std::numeric_limits<int64_t>::min()}) {
            const auto refused =
                interpret(made.graph, {floats({1, 2, 3}), Tensor::of<int64_t>({1}, std::vector<int64_t>{outside})});
            QVERIFY(!refused);
            QVERIFY(refused.error().message.starts_with("node 'gather' (Gather): index "));
        }
    }

    /// Pools, pads and resizing that hostile files ask for: refused, or computed in the time that their elements take.
    void absurdWindowsAreRefusedOrQuick()
    {
        const Tensor one = Tensor::of<float>({1, 1, 1, 1}, std::vector<float>{3});
        const auto pool = [&](const char* op, int64_t kernel, int64_t pad, int64_t stride = 1) {
            const Attributes attributes{{"kernel_shape", std::vector<int64_t>{kernel, kernel}},
                                        {"pads", std::vector<int64_t>{pad, pad, 0, 0}},
                                        {"strides", std::vector<int64_t>{stride, stride}}};
            return evaluateNode(Node{op, "n", attributes, {0}, {1}, {}}, {{&one}});
        };
        for (const char* op : {"MaxPool", "AveragePool"}) {
            QCOMPARE(pool(op, 3, 3).error().message, std::string("a window is entirely in the padding"));
            QCOMPARE(pool(op, int64_t{1} << 30, (int64_t{1} << 30) - 1).error().message,
                     std::string("attribute 'kernel_shape' contains [1073741824, 1073741824], which is too large"));
            QCOMPARE(pool(op, 1 << 15, (1 << 15) - 1)->front().reals(), std::vector<double>{3}); // of a billion elements one
        }
        QCOMPARE(pool("MaxPool", 1, 0, int64_t{1} << 40).error().message,
                 std::string("attribute 'strides' contains 1099511627776, which is too large"));

        const int64_t least = std::numeric_limits<int64_t>::min();
        const Tensor pads = Tensor::of<int64_t>({8}, std::vector<int64_t>{0, 0, least, 0, 0, 0, least, 0});
        QVERIFY(!evaluateNode(Node{"Pad", "n", {}, {0, 1}, {2}, {}}, {{&one, &pads}}));
        const Tensor scales = Tensor::of<float>({4}, std::vector<float>{1, 1, 0.1F, 1});
        QCOMPARE(evaluateNode(Node{"Resize", "n", {}, {0, 1, 2}, {3}, {}}, {{&one, nullptr, &scales}}).error().message,
                 std::string("axis 2 of extent 1 cannot be resized by 0.10000000149011612"));
    }

    void integersWrapAndDivideSafely()
    {
        const int64_t least = std::numeric_limits<int64_t>::min();
        const auto apply = [](const char* op, int64_t a, int64_t b) {
            const Tensor left = Tensor::of<int64_t>({1}, std::vector<int64_t>{a});
            const Tensor right = Tensor::of<int64_t>({1}, std::vector<int64_t>{b});
            return evaluateNode(Node{op, "n", {}, {0, 1}, {2}, {}}, {{&left, &right}});
        };
        QCOMPARE(apply("Add", least, -1)->front().integers(), std::vector<int64_t>{std::numeric_limits<int64_t>::max()});
        QCOMPARE(apply("Mul", least, -1)->front().integers(), std::vector<int64_t>{least});
        QCOMPARE(apply("Div", least, -1)->front().integers(), std::vector<int64_t>{least});
        QCOMPARE(apply("Div", -7, 2)->front().integers(), std::vector<int64_t>{-3});
        QCOMPARE(apply("Mod", -7, 2)->front().integers(), std::vector<int64_t>{1});
        QCOMPARE(apply("Mod", least, -1)->front().integers(), std::vector<int64_t>{0});
        QCOMPARE(apply("Div", 1, 0).error().message, std::string("a division by zero"));
        QCOMPARE(apply("Mod", 1, 0).error().message, std::string("a division by zero"));
    }

    void numbersThatDoNotFitAreCastToTheEnds()
    {
        const Tensor x = Tensor::of<double>(
            {5}, std::vector<double>{1e300, -1e300, std::nan(""), 2.9, std::numeric_limits<double>::infinity()});
        const auto cast = [&](const char* to) {
            return evaluateNode(Node{"Cast", "n", {{"to", std::string(to)}}, {0}, {1}, {}}, {{&x}})->front().integers();
        };
        QCOMPARE(cast("int32"), (std::vector<int64_t>{2147483647, -2147483648LL, 0, 2, 2147483647}));
        QCOMPARE(cast("uint8"), (std::vector<int64_t>{255, 0, 0, 2, 255}));
        QCOMPARE(cast("bool"), (std::vector<int64_t>{1, 1, 1, 1, 1}));
        QCOMPARE(cast("int64")[0], std::numeric_limits<int64_t>::max());
    }

    void tensorsAreComparedAsOnnxDoes()
    {
        const auto isWithin = [](const Tensor& a, const Tensor& b) { return compareTensors(a, b)->isWithin; };
        const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
        QVERIFY(isWithin(floats({1.0F, 0.0F}), floats({1.0005F, 0.0F})));
        QVERIFY(!isWithin(floats({1.0F}), floats({1.002F})));
        QVERIFY(!isWithin(floats({1e-5F}), floats({0.0F})));
        QVERIFY(isWithin(floats({nan, inf}), floats({nan, inf})));
        QVERIFY(!isWithin(floats({1.0F}), floats({nan})));
        QVERIFY(!isWithin(floats({nan}), floats({1.0F})));
        QVERIFY(!isWithin(floats({inf}), floats({-inf})));
        const Difference apart = compareTensors(floats({1, nan, inf, inf}), floats({3, 1, 1, inf})).value();
        QCOMPARE(apart.largest, 2.0);
        QCOMPARE(apart.mismatched, int64_t{2});
        const auto integer = [](int64_t value) { return Tensor::of<int64_t>({1}, std::vector<int64_t>{value}); };
        QVERIFY(!isWithin(integer(1'000'000), integer(1'000'001)));
        QVERIFY(!compareTensors(floats({1}), integer(1)));
        QVERIFY(!compareTensors(floats({1}), floats({1, 2})));
        QCOMPARE(compareTensors(floats({1, 5}), floats({1, 4}))->largest, 1.0);
        QCOMPARE(compareTensors(floats({1, 5}), floats({1, 4}))->relative, 0.25);
        QCOMPARE(compareTensors(floats({2, 5}), floats({1, 4}))->largestRelative, 1.0);
        QCOMPARE(compareTensors(floats({2, 6}), floats({1, 5}))->rms, 1.0);
        QCOMPARE(compareTensors(floats({0.5F, 4}), floats({0, 4}))->largestRelative, 0.0); // of an element that is 0
    }

    /// Each operator adds the square root of its terms.
    void longSumsMayBeOffByMore()
    {
        Graph graph;
        const ValueId x = graph.add({"x", TensorType{ir::float32, {2, 64}}, nullptr});
        const ValueId weights = graph.add({"w", TensorType{ir::float32, {64, 8}}, nullptr});
        const ValueId product = graph.add({"p", TensorType{ir::float32, {2, 8}}, nullptr});
        const ValueId activated = graph.add({"r", TensorType{ir::float32, {2, 8}}, nullptr});
        const ValueId sum = graph.add({"s", TensorType{ir::float32, {2, 1}}, nullptr});
        graph.inputs = {x, weights};
        graph.nodes = {{"MatMul", "", {}, {x, weights}, {product}, {}},
                       {"Relu", "", {}, {product}, {activated}, {}},
                       {"ReduceSum", "", {}, {activated}, {sum}, {}}};
        QCOMPARE(roundingDepth(graph, product), 8.0);
        QCOMPARE(roundingDepth(graph, activated), 9.0);
        QCOMPARE(roundingDepth(graph, sum), 9 + std::sqrt(8.0));
        QCOMPARE(roundingDepth(graph, x), 1.0);
    }
};

QTEST_APPLESS_MAIN(TestInterpreter)
#include "tst_interpreter.moc"

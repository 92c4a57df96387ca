// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that only move elements: none is computed on its own, and what reads them gets the right elements, in any layout.
#include "core/graph/interpreter.h"
#include "core/runtime/movedvalue.h"
#include "core/target/host.h"
#include "tests/core/graph/handmade.h"
#include "tests/core/runtime/targetprograms.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace knobscope;

namespace {

Result<Program> programOf(const HandMade& made)
{
    const std::vector<Group> groups = groupEpilogues(made.graph);
    ProgramOptions options;
    options.choices = TRY(untunedChoices(made.graph, groups));
    options.target = *hostTarget();
    options.compilers = 2;
    return makeProgram(made.graph, groups, options);
}

/// The largest difference between a program's outputs and the interpreter's, as a share of the output's largest element.
double errorOf(HandMade& made)
{
    auto program = programOf(made);
    if (!program) {
        qWarning("%s", program.error().message.c_str());
        return 1e9;
    }
    const std::vector<Tensor> inputs = made.randomInputs();
    const auto actual = outputsOf(std::move(*program), inputs);
    if (!actual) {
        return 1e9;
    }
    const std::vector<Tensor> expected = interpret(made.graph, inputs).value();
    double largest = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
        const std::vector<double> right = expected[i].reals();
        const double most = std::abs(*std::ranges::max_element(right, {}, [](double x) { return std::abs(x); }));
        largest = std::max(largest, compareTensors((*actual)[i], expected[i], 0, 0).value().largest / most);
    }
    return largest;
}

/// Appends moves chosen at random to a value.
class Mover
{
public:
    Mover(HandMade& made, unsigned seed)
        : m_made(made)
        , m_random(seed)
    {
    }

    int64_t below(int64_t end) { return static_cast<int64_t>(m_random() % static_cast<uint64_t>(end)); }

    ValueId move(ValueId x)
    {
        const Shape shape = m_made.graph.value(x).type->shape;
        const std::string name = "move" + std::to_string(m_made.graph.nodes.size());
        const int64_t axis = below(static_cast<int64_t>(shape.size()));
        const int64_t extent = shape[static_cast<size_t>(axis)];
        switch (below(6)) {
        case 0: return transpose(x, name, shape.size());
        case 1: return m_made.node("Reshape", name, {x, m_made.integers(name + ".shape", reshaped(shape))});
        case 2: return extent % 2 == 0 ? halfOf(x, name, axis) : x;
        case 3: {
            const int64_t first = below(extent);
            const int64_t step = 1 + below(2);
            return m_made.node("Slice", name,
                               {x, m_made.integers(name + ".first", {first - (below(2) == 0 ? extent : 0)}),
                                m_made.integers(name + ".end", {first + 1 + below(extent)}),
                                m_made.integers(name + ".axis", {axis}), m_made.integers(name + ".step", {step})});
        }
        case 4: {
            const ValueId one = m_made.node("Unsqueeze", name + ".one", {x, m_made.integers(name + ".axis", {axis})});
            Shape to = shape;
            to.insert(to.begin() + axis, 3);
            return shape.size() < 5 ? m_made.node("Expand", name, {one, m_made.integers(name + ".to", to)}) : x;
        }
        default: {
            const ValueId which = m_made.graph.addConstant(name + ".which", Tensor::of<int64_t>({}, {below(extent)}));
            return shape.size() > 2 ? m_made.node("Gather", name, {x, which}, {{"axis", axis}}) : x;
        }
        }
    }

private:
    ValueId transpose(ValueId x, const std::string& name, size_t rank)
    {
        std::vector<int64_t> perm;
        for (size_t i = 0; i < rank; ++i) {
            perm.push_back(static_cast<int64_t>(i));
        }
        std::ranges::shuffle(perm, m_random);
        return m_made.node("Transpose", name, {x}, {{"perm", perm}});
    }

    /// Joins or splits an axis.
    std::vector<int64_t> reshaped(Shape shape)
    {
        const auto axis = shape.begin() + below(static_cast<int64_t>(shape.size()));
        if (*axis % 2 == 0 && below(2) == 0 && shape.size() < 5) {
            *axis /= 2;
            shape.insert(below(2) == 0 ? axis : axis + 1, 2);
        } else if (axis + 1 != shape.end()) {
            *(axis + 1) *= *axis;
            shape.erase(axis);
        }
        return shape;
    }

    ValueId halfOf(ValueId x, const std::string& name, int64_t axis)
    {
        m_made.node("Split", name, {x}, {{"axis", axis}, {"num_outputs", int64_t{2}}}, 2);
        return m_made.graph.nodes.back().outputs[static_cast<size_t>(below(2))];
    }

    HandMade& m_made;
    std::mt19937 m_random;
};

size_t stepsWith(const Program& program, const std::string& op)
{
    return static_cast<size_t>(
        std::ranges::count_if(program.steps, [&](const Step& step) { return step.op.find(op) != std::string::npos; }));
}

ValueId shuffled(HandMade& made, const std::string& name, ValueId x, const Shape& shape)
{
    const int64_t half = shape[1] / 2;
    const ValueId groups =
        made.node("Reshape", name + ".groups", {x, made.integers(name + ".a", {1, 2, half, shape[2], shape[3]})});
    const ValueId turned = made.node("Transpose", name + ".turned", {groups}, {{"perm", std::vector<int64_t>{0, 2, 1, 3, 4}}});
    return made.node("Reshape", name + ".whole", {turned, made.integers(name + ".b", shape)});
}

} // namespace

class TestMovedValue : public QObject
{
    Q_OBJECT
private slots:
    void chainsOfMoves()
    {
        const std::vector<Shape> shapes{{1, 16, 14, 14}, {2, 6, 5},   {4, 48},      {1, 24, 7, 9},
                                        {3, 64, 64},     {1, 2, 300}, {1, 58, 6, 6}};
        for (unsigned seed = 0; seed < 70; ++seed) {
            HandMade made;
            Mover mover(made, seed);
            const Shape& shape = shapes[seed % shapes.size()];
            ValueId x = made.input("x", shape);
            if (shape.size() == 4) { // its channels are in blocks
                x = made.node("Conv", "conv", {x, made.constant("weights", {shape[1], shape[1], 1, 1})});
            }
            for (int64_t count = 1 + mover.below(5); count > 0; --count) {
                x = mover.move(x);
            }
            made.output(x);
            made.output(made.node("Relu", "relu", {x}));
            const ValueId other = mover.move(x);
            made.output(made.node("Sigmoid", "sigmoid", {other}));
            const double error = errorOf(made);
            QVERIFY2(error < 1e-5, fmt::format("seed {}: off by {}", seed, error).c_str());
        }
    }

    /// Parts that lie in one piece, at a line's beginning, are read where they are.
    void partsThatNeedNoStep()
    {
        HandMade made;
        const ValueId x = made.node("Relu", "relu", {made.input("x", {1, 32, 8, 8})});
        made.node("Split", "split", {x}, {{"axis", int64_t{1}}, {"num_outputs", int64_t{2}}}, 2);
        const std::vector<ValueId> parts = made.graph.nodes.back().outputs;
        made.output(made.node("Sigmoid", "first", {parts[0]}));
        made.output(made.node("Tanh", "second", {parts[1]}));
        QCOMPARE(programOf(made).value().steps.size(), size_t{3});
        QVERIFY(errorOf(made) < 1e-6);
    }

    void channelShuffle()
    {
        for (const Shape& shape : {Shape{1, 32, 14, 14}, {1, 116, 7, 7}}) {
            const int64_t half = shape[1] / 2;
            HandMade made;
            ValueId x = made.node("Conv", "stem", {made.input("x", shape), made.constant("stem.w", {shape[1], shape[1], 1, 1})});
            for (const std::string name : {"one", "two"}) {
                const ValueId whole = shuffled(made, name, x, shape);
                made.node("Split", name + ".split", {whole}, {{"axis", int64_t{1}}, {"num_outputs", int64_t{2}}}, 2);
                const std::vector<ValueId> parts = made.graph.nodes.back().outputs;
                const ValueId conv =
                    made.node("Conv", name + ".conv", {parts[1], made.constant(name + ".w", {half, half, 1, 1})});
                x = made.node("Concat", name + ".joined", {parts[0], made.node("Relu", name + ".relu", {conv})},
                              {{"axis", int64_t{1}}});
            }
            made.output(x);
            QVERIFY(errorOf(made) < 1e-5);
            const Program program = programOf(made).value();
            QVERIFY(std::ranges::all_of(program.steps, [](const Step& step) { return step.kind != StepKind::Operator; }));
            QCOMPARE(stepsWith(program, "Split"), size_t{4}); // each part is moved once
        }
    }

    /// Tokens to an image and back, as in SegFormer: each way is one kernel between the layouts of both sides. No block holds all
    /// 160 channels: the image would have the tokens' layout, and nothing would move.
    void transposesAroundConvolutions()
    {
        HandMade made;
        const ValueId tokens = made.node("Relu", "tokens", {made.input("x", {1, 64, 160})});
        const ValueId turned = made.node("Transpose", "turned", {tokens}, {{"perm", std::vector<int64_t>{0, 2, 1}}});
        const ValueId image = made.node("Reshape", "image", {turned, made.integers("s", {1, 160, 8, 8})});
        const ValueId conv = made.node("Conv", "conv", {image, made.constant("w", {160, 160, 1, 1})});
        const ValueId flat = made.node("Reshape", "flat", {conv, made.integers("f", {1, 160, 64})});
        made.output(
            made.node("Relu", "relu", {made.node("Transpose", "back", {flat}, {{"perm", std::vector<int64_t>{0, 2, 1}}})}));
        QCOMPARE(programOf(made).value().steps.size(), size_t{5});
        QVERIFY(errorOf(made) < 1e-5);
    }

    void digitsOfBlocks()
    {
        const MovedValue blocked = inPlace({1, 32, 5, 5}, {16});
        QVERIFY(areAdjacent(*digitsIn({16}, blocked)));
        QVERIFY(!areAdjacent(*digitsIn({}, blocked)));
        QCOMPARE(digitsIn({}, blocked)->size(), size_t{3}); // blocks, channels, pixels
        QVERIFY(areAdjacent(*digitsIn({}, inPlace({1, 32, 1, 1}, {16}))));
    }
};

QTEST_APPLESS_MAIN(TestMovedValue)
#include "tst_movedvalue.moc"

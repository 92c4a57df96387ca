// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax and norms in rows of all lengths, along any axis, against the interpreter.
#include "core/graph/interpreter.h"
#include "core/runtime/executor.h"
#include "core/runtime/rowschedule.h"
#include "core/target/host.h"
#include "core/timing/answercheck.h"
#include "tests/core/graph/handmade.h"

#include <QTest>

#include <limits>

using namespace knobscope;

class TestRowSchedule : public QObject
{
    Q_OBJECT
private:
    static void compare(HandMade& made, const std::vector<Tensor>& inputs, double most)
    {
        ProgramOptions options;
        options.target = *hostTarget();
        auto program = makeProgram(made.graph, groupEpilogues(made.graph), options);
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        QVERIFY(program->steps.front().kind == StepKind::Kernel);
        const auto executor = Executor::create(std::move(*program)).value();
        QVERIFY(executor->setInput(0, inputs[0]) && executor->run());
        const auto expected = interpret(made.graph, inputs).value();
        const ValueDifference difference = differenceOf(executor->output(0).reals(), expected[0].reals());
        QVERIFY2(difference.mismatched == 0 && difference.error <= most,
                 fmt::format("off by {}, {} mismatched", difference.error, difference.mismatched).c_str());
    }

    static Tensor filled(const Shape& shape)
    {
        Tensor tensor(TensorType{ir::float32, shape});
        for (int64_t i = 0; float& value : tensor.as<float>()) {
            value = static_cast<float>(i * 7919 % 1009) * 0.02F - 8;
            ++i;
        }
        return tensor;
    }

private slots:
    void softmaxAlongEachAxis()
    {
        for (const Shape& shape :
             {Shape{1}, {3}, {197}, {1025}, {4, 17}, {1, 16}, {5, 1}, {2, 3, 5}, {2, 7, 6, 33}, {3, 1, 50, 4}, {1, 70000}}) {
            for (size_t axis = 0; axis < shape.size(); ++axis) {
                HandMade made;
                made.output(made.node("Softmax", "softmax", {made.input("x", shape)}, {{"axis", static_cast<int64_t>(axis)}}));
                compare(made, {filled(shape)}, 1e-6);
            }
        }
    }

    void hugeAndInfiniteInputs()
    {
        HandMade made;
        made.output(made.node("Softmax", "softmax", {made.input("x", {5, 19})}));
        Tensor given = filled({5, 19});
        const auto x = given.as<float>();
        constexpr float infinity = std::numeric_limits<float>::infinity();
        x[3] = 3e38F;
        x[20] = -infinity;
        std::fill(x.begin() + 2 * 19, x.begin() + 3 * 19, -infinity); // a row that is masked altogether: NaN
        std::fill(x.begin() + 3 * 19, x.begin() + 4 * 19, -1e30F);
        x[4 * 19 + 5] = std::numeric_limits<float>::quiet_NaN();
        compare(made, {given}, 1e-6);
    }

    void normsOfRows()
    {
        for (const Shape& shape : {Shape{1, 1}, {3, 2}, {4, 16}, {7, 197}, {2, 3, 192}, {1, 1025}}) {
            HandMade made;
            const ValueId x = made.input("x", shape);
            made.output(made.node("LayerNormalization", "norm",
                                  {x, made.constant("scale", {shape.back()}), made.constant("shift", {shape.back()})}));
            compare(made, {filled(shape)}, 2e-6);
        }
        for (const Shape& shape : {Shape{1, 4, 9}, {2, 3, 5, 7}, {1, 2, 4, 40}, {1, 3, 2, 3, 17}}) {
            HandMade made;
            const ValueId x = made.input("x", shape);
            made.output(made.node("InstanceNormalization", "norm",
                                  {x, made.constant("scale", {shape[1]}), made.constant("shift", {shape[1]})}));
            compare(made, {filled(shape)}, 2e-6);
        }
    }

    /// Rows of all lengths, many of them or a few, which are reduced in parts.
    void reductionsOfRows()
    {
        const std::vector<std::vector<int64_t>> lastAxes{{-1}, {-2, -1}};
        for (const Shape& shape :
             {Shape{3, 17}, {5, 16}, {40, 33}, {2, 3, 40}, {3, 5, 15}, {1, 40000}, {7, 66001}, {2, 70, 1001}}) {
            for (const char* op : {"ReduceMean", "ReduceMax", "ReduceL2"}) {
                for (const std::vector<int64_t>& axes : lastAxes) {
                    HandMade made;
                    const ValueId x = made.input("x", shape);
                    made.output(made.node(op, "reduced", {x, made.integers("axes", axes)},
                                          {{"keepdims", static_cast<int64_t>(shape[0] % 2)}}));
                    compare(made, {filled(shape)}, 2e-6);
                }
            }
        }
    }

    void allAxesAreReducedInParts()
    {
        const auto partsOf = [](const Shape& shape) {
            const ir::Tensor x = ir::placeholder("x", shape);
            const Shape one(shape.size(), 1);
            const ir::Tensor sum = ir::compute("sum", one, [&](std::span<const ir::Var>) {
                std::vector<ir::IterVar> axes;
                std::vector<ir::Expr> at;
                for (size_t axis = 0; axis < shape.size(); ++axis) {
                    axes.push_back(ir::reduceAxis(fmt::format("r{}", axis), shape[axis]));
                    at.emplace_back(axes.back().var);
                }
                return ir::sum(x(at), axes);
            });
            const ir::Tensor output = ir::compute("y", one, [&](std::span<const ir::Var> at) {
                return sum({at.begin(), at.end()}) * ir::constant(0.5, ir::float32);
            });
            int64_t most = 0;
            const Schedule schedule = scheduleFoldedRows(output, {x});
            for (const StageData& stage : schedule.stages()) {
                for (const ir::IterVar& leaf : stage.leaves) {
                    const AxisAnnotation* annotation = stage.annotationOf(leaf);
                    most = annotation && annotation->kind == ir::ForKind::Parallel ? std::max(most, leaf.extent) : most;
                }
            }
            return most;
        };
        QCOMPARE(partsOf({1024, 1024}), int64_t{64});
        QCOMPARE(partsOf({1, 3, 1024, 1024}), int64_t{64});
        QCOMPARE(partsOf({1, 3, 1024, 2048}), int64_t{64});
        QCOMPARE(partsOf({1, 1, 5, 100000}), int64_t{64});
        for (const Shape& shape : {Shape{1, 3, 70, 301}, {2, 1, 3, 40000}, {1, 1, 1, 70001}}) {
            for (const char* op : {"ReduceMean", "ReduceMax"}) {
                HandMade made;
                made.output(made.node(op, "reduced", {made.input("x", shape), made.integers("axes", {0, 1, 2, 3})}));
                compare(made, {filled(shape)}, 2e-6);
            }
        }
    }

    /// The mean is large against the deviation.
    void normsOfShiftedRows()
    {
        HandMade made;
        const ValueId x = made.input("x", {3, 300});
        made.output(made.node("LayerNormalization", "norm", {x, made.constant("scale", {300}), made.constant("shift", {300})}));
        Tensor given = filled({3, 300});
        for (float& value : given.as<float>()) {
            value = 10000 + value / 8; // steps of a 1,024th
        }
        compare(made, {given}, 2e-6);
    }
};

QTEST_APPLESS_MAIN(TestRowSchedule)
#include "tst_rowschedule.moc"

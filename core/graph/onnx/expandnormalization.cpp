// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations that ONNX Runtime joined with the sums before them, and batch normalization in training mode.
#include "core/graph/onnx/expansion.h"

namespace knobscope {
namespace {

void expandSkip(Expansion& to)
{
    const OperatorCall& call = to.call();
    const bool isSimple = call.op() == "SkipSimplifiedLayerNormalization";
    call.require(repeatsIn(call.shape(1), call.shape(0)), "input 2 is {}, which does not match {}", call.type(1).text(),
                 call.type(0).text());
    const size_t bias = isSimple ? 3 : 4;
    ValueId x = to.apply("Add", {to.input(0), to.input(1)});
    if (call.has(bias)) {
        x = to.apply("Add", {x, to.input(bias)});
    }
    const Attributes attributes{{"axis", int64_t{-1}}, {"epsilon", call.real("epsilon", 1e-12)}};
    if (isSimple) {
        to.finish(0, "RMSNormalization", {x, to.input(2)}, attributes);
    } else {
        std::vector<ValueId> inputs{x, to.input(2)};
        if (call.has(3)) {
            inputs.push_back(to.input(3));
        }
        to.finish(0, "LayerNormalization", inputs, attributes);
    }
    to.finish(3, "Identity", {x});
}

void expandSimplified(Expansion& to)
{
    const OperatorCall& call = to.call();
    to.finish(0, "RMSNormalization", {to.input(0), to.input(1)},
              {{"axis", call.integer("axis", -1)}, {"epsilon", call.real("epsilon", 1e-5)}});
}

/// Inputs: ids, segments, token embeddings, position embeddings, segment embeddings, scale, shift, mask, position ids.
void expandEmbedding(Expansion& to)
{
    const OperatorCall& call = to.call();
    const Shape ids = call.shape(0);
    call.require(ids.size() == 2 && call.shape(2).size() == 2 && call.shape(3).size() == 2,
                 "the inputs are {}, {} and {}, but must be matrices", call.type(0).text(), call.type(2).text(),
                 call.type(3).text());
    call.require(call.has(1) == call.has(4), "segments need both their ids and their embedding");
    const ValueId tokens = to.apply("Gather", {to.input(2), to.input(0)}, {{"axis", int64_t{0}}});
    const ValueId positions = call.has(8)
                                ? to.apply("Gather", {to.input(3), to.input(8)}, {{"axis", int64_t{0}}})
                                : to.apply("Slice", {to.input(3), to.integers({0}), to.integers({ids[1]}), to.integers({0})});
    ValueId sum = to.apply("Add", {tokens, positions});
    if (call.has(1)) {
        sum = to.apply("Add", {sum, to.apply("Gather", {to.input(4), to.input(1)}, {{"axis", int64_t{0}}})});
    }
    to.finish(0, "LayerNormalization", {sum, to.input(5), to.input(6)},
              {{"axis", int64_t{-1}}, {"epsilon", call.real("epsilon", 1e-12)}});
    if (call.has(7)) {
        to.finish(1, "ReduceSum", {to.input(7), to.integers({1})}, {{"keepdims", int64_t{0}}});
    } else if (to.isRead(1)) {
        to.finish(1, "Identity", {to.constant(Tensor(TensorType{ir::int32, {ids[0]}}))});
    }
    to.finish(2, "Identity", {sum});
}

/// Normalizes each channel by its own mean and variance, as in training. Outputs: the result, new running mean and variance.
void expandTraining(Expansion& to)
{
    const OperatorCall& call = to.call();
    const Shape& shape = call.shape(0);
    call.require(shape.size() >= 2, "input 1 of shape {} has no channels", shapeText(shape));
    for (size_t input = 1; input < 5; ++input) {
        call.require(call.shape(input) == Shape{shape[1]}, "input {} is {}, but there are {} channels", input + 1,
                     call.type(input).text(), shape[1]);
    }
    std::vector<int64_t> axes{0};
    Shape perChannel(shape.size() - 1, 1);
    perChannel[0] = shape[1];
    for (size_t axis = 2; axis < shape.size(); ++axis) {
        axes.push_back(static_cast<int64_t>(axis));
    }
    const ValueId mean = to.apply("ReduceMean", {to.input(0), to.integers(axes)});
    const ValueId centred = to.apply("Sub", {to.input(0), mean});
    const ValueId variance = to.apply("ReduceMean", {to.apply("Mul", {centred, centred}), to.integers(axes)});
    const ValueId deviation = to.apply("Sqrt", {to.apply("Add", {variance, to.number(call.real("epsilon", 1e-5))})});
    const ValueId scaled = to.apply("Mul", {to.apply("Div", {centred, deviation}), to.reshape(to.input(1), perChannel)});
    to.finish(0, "Add", {scaled, to.reshape(to.input(2), perChannel)});
    const double momentum = call.real("momentum", 0.9);
    const auto finishRunning = [&](size_t output, size_t before, ValueId now) {
        const ValueId kept = to.apply("Mul", {to.input(before), to.number(momentum)});
        to.finish(output, "Add", {kept, to.apply("Mul", {to.reshape(now, {shape[1]}), to.number(1 - momentum)})});
    };
    if (to.isRead(1)) {
        finishRunning(1, 3, mean);
    }
    if (to.isRead(2)) {
        finishRunning(2, 4, variance);
    }
}

} // namespace

void expandNormalization(Expansion& to)
{
    const std::string& op = to.call().op();
    return op == "BatchNormalization" ? expandTraining(to)
         : op.starts_with("Skip")     ? expandSkip(to)
         : op.starts_with("Embed")    ? expandEmbedding(to)
                                      : expandSimplified(to);
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations that ONNX Runtime joined with the sums before them.
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

} // namespace

void expandNormalization(Expansion& to)
{
    const std::string& op = to.call().op();
    return op.starts_with("Skip") ? expandSkip(to) : op.starts_with("Embed") ? expandEmbedding(to) : expandSimplified(to);
}

} // namespace knobscope

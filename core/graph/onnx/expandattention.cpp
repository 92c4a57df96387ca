// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of opset 23 and later, and the steps that all attentions share.
#include "core/graph/onnx/expansion.h"

#include <cmath>
#include <limits>

namespace knobscope {

ValueId causalMask(Expansion& to, int64_t queries, int64_t keys, int64_t past)
{
    constexpr int64_t kMostMasked = int64_t{1} << 26;
    if (keys > 0 && queries > kMostMasked / keys) {
        to.call().unsupported("a causal mask of {} x {} is too large; the limit is {} elements", queries, keys, kMostMasked);
    }
    std::vector<float> mask(static_cast<size_t>(queries * keys), 0);
    for (int64_t i = 0; i < queries; ++i) {
        for (int64_t j = i + past + 1; j < keys; ++j) {
            mask[static_cast<size_t>(i * keys + j)] = -std::numeric_limits<float>::infinity();
        }
    }
    const ValueId made = to.constant(Tensor::of<float>({queries, keys}, mask));
    const ir::DataType number = to.call().type(0).number;
    return number == ir::float32 ? made : to.apply("Cast", {made}, {{"to", number.text()}});
}

ValueId AttentionCore::add(Expansion& to) const
{
    // Heads that share keys are further rows of one product, so that keys are not copied.
    const bool areShared = groups != heads;
    const Shape rows{batch, groups, groups == 0 ? 0 : heads / groups * queries, size};
    const ValueId left = areShared ? to.reshape(q, rows) : q;
    ValueId scores = to.apply("MatMul", {left, to.transpose(k, {0, 1, 3, 2})});
    if (areShared) {
        scores = to.reshape(scores, {batch, heads, queries, keys});
    }
    if (scale != 1) {
        scores = to.apply("Mul", {scores, to.number(scale)});
    }
    if (softcap > 0) {
        const ValueId part = to.apply("Tanh", {to.apply("Div", {scores, to.number(softcap)})});
        scores = to.apply("Mul", {part, to.number(softcap)});
    }
    for (const ValueId mask : masks) {
        scores = to.apply("Add", {scores, mask});
    }
    ValueId weights = to.apply("Softmax", {scores}, {{"axis", int64_t{-1}}});
    if (!areShared) {
        return to.apply("MatMul", {weights, v});
    }
    weights = to.reshape(weights, {batch, groups, rows[2], keys});
    return to.reshape(to.apply("MatMul", {weights, v}), {batch, heads, queries, valueSize});
}

namespace {

/// Makes [batch, heads, length, size] of an input, which may be [batch, length, heads * size]; `shape` becomes the result's.
ValueId withHeads(Expansion& to, size_t input, const char* attribute, Shape& shape)
{
    const OperatorCall& call = to.call();
    shape = call.shape(input);
    call.require(shape.size() == 3 || shape.size() == 4, "input {} is {}, but must have 3 or 4 axes", input + 1,
                 call.type(input).text());
    call.require(call.type(input).number == call.realType(0).number, "input {} is {}, but input 1 is {}", input + 1,
                 call.type(input).text(), call.type(0).text());
    if (shape.size() == 4) {
        return to.input(input);
    }
    const int64_t heads = call.integer(attribute, 0);
    call.require(heads > 0 && shape[2] % heads == 0, "attribute '{}' is {}, which does not divide {}", attribute, heads,
                 shape[2]);
    const Shape split{shape[0], shape[1], heads, shape[2] / heads};
    shape = {split[0], split[2], split[1], split[3]};
    return to.transpose(to.reshape(to.input(input), split), {0, 2, 1, 3});
}

/// The input 'attn_mask' as numbers to add.
ValueId addedMask(Expansion& to, const Shape& scores)
{
    const OperatorCall& call = to.call();
    const TensorType& mask = call.type(3);
    call.require(mask.shape.size() >= 2 && mask.shape.size() <= 4 && repeatsIn(mask.shape, scores),
                 "the mask is {}, which does not match the scores {}", mask.text(), shapeText(scores));
    if (mask.number == ir::boolean) {
        return to.apply("Where", {to.input(3), to.number(0), to.number(-std::numeric_limits<double>::infinity())});
    }
    call.require(mask.number == call.type(0).number, "the mask is {}, but input 1 is {}", mask.text(), call.type(0).text());
    return to.input(3);
}

/// Appends keys or values to those of the past, and outputs both.
ValueId withPast(Expansion& to, size_t past, size_t output, ValueId now, Shape& shape)
{
    const OperatorCall& call = to.call();
    if (!call.has(past)) {
        to.finish(output, "Identity", {now});
        return now;
    }
    Shape same = call.shape(past);
    call.require(same.size() == 4 && call.type(past).number == call.type(0).number, "input {} is {}, but must have 4 axes",
                 past + 1, call.type(past).text());
    const int64_t before = same[2];
    same[2] = shape[2];
    call.require(same == shape, "input {} is {}, which does not match {}", past + 1, call.type(past).text(), shapeText(shape));
    shape[2] += before;
    const ValueId all = to.apply("Concat", {to.input(past), now}, {{"axis", int64_t{2}}});
    to.finish(output, "Identity", {all});
    return all;
}

} // namespace

void expandAttention(Expansion& to)
{
    const OperatorCall& call = to.call();
    Shape q;
    Shape k;
    Shape v;
    AttentionCore core;
    core.q = withHeads(to, 0, "q_num_heads", q);
    core.k = withHeads(to, 1, "kv_num_heads", k);
    core.v = withHeads(to, 2, "kv_num_heads", v);
    call.require(q[0] == k[0] && q[0] == v[0] && q[3] == k[3] && k[1] == v[1] && k[2] == v[2] && k[1] > 0 && q[1] % k[1] == 0,
                 "queries {}, keys {} and values {} do not match", shapeText(q), shapeText(k), shapeText(v));
    if (call.has(6)) {
        call.unsupported("input 7 (nonpad_kv_seqlen) is not supported");
    }
    call.require(call.has(4) == call.has(5), "past keys and past values must be given together");
    const int64_t now = k[2];
    core.k = withPast(to, 4, 1, core.k, k);
    core.v = withPast(to, 5, 2, core.v, v);
    core.batch = q[0], core.heads = q[1], core.groups = k[1], core.queries = q[2];
    core.keys = k[2], core.size = q[3], core.valueSize = v[3];
    core.softcap = call.real("softcap", 0);
    call.require(std::isfinite(core.softcap) && core.softcap >= 0, "attribute 'softcap' is {}, which must be 0 or more",
                 core.softcap);
    core.scale = call.real("scale", q[3] > 0 ? 1 / std::sqrt(static_cast<double>(q[3])) : 1);
    if (call.has(3)) {
        core.masks.push_back(addedMask(to, {q[0], q[1], q[2], k[2]}));
    }
    if (call.integer("is_causal", 0) != 0) {
        core.masks.push_back(causalMask(to, q[2], k[2], k[2] - now));
    }
    const ValueId made = core.add(to);
    if (call.shape(0).size() == 4) {
        to.finish(0, "Identity", {made});
    } else {
        to.finish(0, "Reshape", {to.transpose(made, {0, 2, 1, 3}), to.integers({q[0], q[2], q[1] * v[3]})});
    }
}

} // namespace knobscope

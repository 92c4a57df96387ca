// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX Runtime's Attention, which includes the products that make queries, keys and values, and MultiHeadAttention.
#include "core/graph/onnx/expansion.h"

#include <cmath>
#include <numeric>

namespace knobscope {
namespace {

/// Splits queries, keys and values, each [batch, length, heads * size], into their heads: [batch, heads, length, size].
void splitHeads(Expansion& to, AttentionCore& core, const std::vector<ValueId>& parts)
{
    const auto split = [&](ValueId from, int64_t length, int64_t size) {
        return to.transpose(to.reshape(from, {core.batch, length, core.heads, size}), {0, 2, 1, 3});
    };
    core.q = split(parts[0], core.queries, core.size);
    core.k = split(parts[1], core.keys, core.size);
    core.v = split(parts[2], core.keys, core.valueSize);
}

/// Makes numbers to add of a mask input: 1 for keys that are read, [batch, keys] or [batch, queries, keys], or a number of keys
/// for each batch.
ValueId keyMask(Expansion& to, size_t input, const AttentionCore& core)
{
    const OperatorCall& call = to.call();
    const Shape& shape = call.shape(input);
    const double filter = call.real("mask_filter_value", -10000);
    ValueId mask = to.input(input);
    if (shape == Shape{core.batch}) {
        std::vector<int32_t> places(static_cast<size_t>(core.keys));
        std::iota(places.begin(), places.end(), 0);
        const ValueId lengths = to.apply("Cast", {to.reshape(mask, {core.batch, 1})}, {{"to", std::string("int32")}});
        mask = to.apply("Less", {to.constant(Tensor::of<int32_t>({1, core.keys}, places)), lengths});
    } else if (shape != Shape{core.batch, core.keys} && shape != Shape{core.batch, core.queries, core.keys}) {
        call.unsupported("a mask of shape {} is not supported", shapeText(shape));
    }
    const ValueId read = to.apply("Cast", {mask}, {{"to", call.type(0).number.text()}});
    const ValueId left = to.apply("Mul", {to.apply("Sub", {to.number(1), read}), to.number(filter)});
    return to.reshape(left, {core.batch, 1, shape.size() == 3 ? core.queries : 1, core.keys});
}

void addMasks(Expansion& to, AttentionCore& core, size_t mask, size_t added)
{
    const OperatorCall& call = to.call();
    if (call.has(mask)) {
        core.masks.push_back(keyMask(to, mask, core));
    }
    if (call.has(added)) {
        const Shape scores{core.batch, core.heads, core.queries, core.keys};
        call.require(call.shape(added).size() == 4 && repeatsIn(call.shape(added), scores),
                     "input {} is {}, which does not match the scores {}", added + 1, call.type(added).text(), shapeText(scores));
        core.masks.push_back(to.input(added));
    }
    if (call.integer("unidirectional", 0) != 0) {
        core.masks.push_back(causalMask(to, core.queries, core.keys, core.keys - core.queries));
    }
    const double scale = call.real("scale", 0);
    core.scale = scale != 0 || core.size == 0 ? scale : 1 / std::sqrt(static_cast<double>(core.size));
}

void finishJoined(Expansion& to, const AttentionCore& core)
{
    const ValueId made = to.transpose(core.add(to), {0, 2, 1, 3});
    to.finish(0, "Reshape", {made, to.integers({core.batch, core.queries, core.heads * core.valueSize})});
}

void refusePast(const OperatorCall& call, std::initializer_list<size_t> inputs)
{
    for (const size_t input : inputs) {
        if (call.has(input)) {
            call.unsupported("input {} is not supported", input + 1);
        }
    }
}

int64_t headsOf(const OperatorCall& call)
{
    const int64_t heads = call.integer("num_heads", 0);
    call.require(heads > 0, "attribute 'num_heads' is {}, which must be 1 or more", heads);
    return heads;
}

/// Inputs: x, weights, bias, mask, past, added mask, past length.
void expandFusedAttention(Expansion& to)
{
    const OperatorCall& call = to.call();
    refusePast(call, {4, 6});
    const Shape& x = call.shape(0);
    const Shape& weights = call.shape(1);
    call.require(x.size() == 3 && weights.size() == 2 && x[2] == weights[0] && call.type(1).number == call.realType(0).number,
                 "the inputs are {} and {}, which do not match", call.type(0).text(), call.type(1).text());
    if (call.integer("do_rotary", 0) != 0) {
        call.unsupported("attribute 'do_rotary' is not 0, which is not supported");
    }
    const int64_t heads = headsOf(call);
    const std::vector<int64_t> sizes = call.integers("qkv_hidden_sizes", {weights[1] / 3, weights[1] / 3, weights[1] / 3});
    bool isRight = sizes.size() == 3 && sizes[0] == sizes[1];
    int64_t left = weights[1];
    for (const int64_t size : sizes) {
        isRight = isRight && size >= 0 && size <= left && size % heads == 0;
        left -= isRight ? size : 0;
    }
    call.require(isRight && left == 0, "{} columns cannot be divided into queries, keys and values of {} heads", weights[1],
                 heads);
    ValueId product = to.apply("MatMul", {to.input(0), to.input(1)});
    if (call.has(2)) {
        call.require(call.shape(2) == Shape{weights[1]}, "input 3 is {}, which does not match {}", call.type(2).text(),
                     call.type(1).text());
        product = to.apply("Add", {product, to.input(2)});
    }
    const std::vector<ValueId> parts = to.split(product, sizes);
    AttentionCore core;
    core.batch = x[0], core.heads = core.groups = heads, core.queries = core.keys = x[1];
    core.size = sizes[0] / heads, core.valueSize = sizes[2] / heads;
    splitHeads(to, core, parts);
    addMasks(to, core, 3, 5);
    finishJoined(to, core);
}

/// Inputs: queries, keys, values, bias of all three, key mask, added mask, past.
void expandMultiHead(Expansion& to)
{
    const OperatorCall& call = to.call();
    refusePast(call, {6, 7, 8, 9});
    const Shape& q = call.shape(0);
    if (!call.has(1) || !call.has(2) || q.size() != 3 || call.shape(1).size() != 3 || call.shape(2).size() != 3) {
        call.unsupported("queries, keys and values that are not three tensors of 3 axes are not supported");
    }
    const Shape& k = call.shape(1);
    const Shape& v = call.shape(2);
    const int64_t heads = headsOf(call);
    call.require(q[0] == k[0] && q[0] == v[0] && q[2] == k[2] && k[1] == v[1] && q[2] % heads == 0 && v[2] % heads == 0,
                 "queries {}, keys {} and values {} do not match for {} heads", shapeText(q), shapeText(k), shapeText(v), heads);
    std::vector<ValueId> parts{to.input(0), to.input(1), to.input(2)};
    if (call.has(3)) {
        call.require(call.shape(3) == Shape{q[2] + k[2] + v[2]}, "input 4 is {}, but {} elements are added", call.type(3).text(),
                     q[2] + k[2] + v[2]);
        const std::vector<ValueId> bias = to.split(to.input(3), {q[2], k[2], v[2]});
        for (size_t i = 0; i < 3; ++i) {
            parts[i] = to.apply("Add", {parts[i], bias[i]});
        }
    }
    AttentionCore core;
    core.batch = q[0], core.heads = core.groups = heads, core.queries = q[1], core.keys = k[1];
    core.size = q[2] / heads, core.valueSize = v[2] / heads;
    splitHeads(to, core, parts);
    addMasks(to, core, 4, 5);
    finishJoined(to, core);
}

} // namespace

void expandRuntimeAttention(Expansion& to)
{
    to.call().op() == "Attention" ? expandFusedAttention(to) : expandMultiHead(to);
}

} // namespace knobscope

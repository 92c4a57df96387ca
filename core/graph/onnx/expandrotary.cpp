// SPDX-License-Identifier: GPL-3.0-or-later
// RotaryEmbedding of opset 23 and of ONNX Runtime, which differ in the order of their inputs.
#include "core/graph/onnx/expansion.h"

namespace knobscope {
namespace {

/// Extents of the rotated tensor.
struct Extents {
    int64_t batch = 0, length = 0, heads = 0, size = 0, rotated = 0;
};

Extents extentsOf(const OperatorCall& call)
{
    const Shape& x = call.shape(0);
    call.require(x.size() == 3 || x.size() == 4, "input 1 is {}, but must have 3 or 4 axes", call.realType(0).text());
    const int64_t asked = call.integer("rotary_embedding_dim", 0);
    Extents extents{x[0], x[x.size() - 2], 0, 0, 0};
    if (x.size() == 4) {
        extents.heads = x[1];
        extents.size = x[3];
    } else {
        extents.heads = call.integer("num_heads", 0);
        if (extents.heads == 0 && call.op() == "RotaryEmbedding" && asked == 0) { // then the caches tell
            const size_t cache =
                call.node().inputs.size() > 2 && call.shape(1).size() == 2 && !call.type(1).number.isFloat() ? 2 : 1;
            const int64_t half = call.shape(cache).empty() ? 0 : call.shape(cache).back();
            extents.heads = half > 0 ? x[2] / (2 * half) : 0;
        }
        call.require(extents.heads > 0 && x[2] % extents.heads == 0, "attribute 'num_heads' is {}, which does not divide {}",
                     extents.heads, x[2]);
        extents.size = x[2] / extents.heads;
    }
    extents.rotated = asked == 0 ? extents.size : asked;
    call.require(extents.rotated > 0 && extents.rotated <= extents.size && extents.rotated % 2 == 0,
                 "attribute 'rotary_embedding_dim' is {}, which must be even and at most {}", asked, extents.size);
    return extents;
}

/// Makes [batch, length, 1, rotated / 2] of a table of sines or cosines.
ValueId factors(Expansion& to, size_t table, size_t positions, const Extents& extents)
{
    const OperatorCall& call = to.call();
    const Shape& shape = call.shape(table);
    const int64_t half = extents.rotated / 2;
    call.require(!shape.empty() && shape.back() == half && call.type(table).number == call.type(0).number,
                 "input {} is {}, but {} columns are rotated", table + 1, call.type(table).text(), half);
    if (!call.has(positions)) {
        call.require(shape == Shape{extents.batch, extents.length, half}, "input {} is {}, but must be {}", table + 1,
                     call.type(table).text(), shapeText({extents.batch, extents.length, half}));
        return to.reshape(to.input(table), {extents.batch, extents.length, 1, half});
    }
    const Shape& at = call.shape(positions);
    call.require(shape.size() == 2, "input {} is {}, but must be a matrix", table + 1, call.type(table).text());
    if (at != Shape{extents.batch, extents.length}) {
        call.unsupported("positions of shape {} are not supported", shapeText(at));
    }
    const ValueId rows = to.apply("Gather", {to.input(table), to.input(positions)}, {{"axis", int64_t{0}}});
    return to.reshape(rows, {extents.batch, extents.length, 1, half});
}

} // namespace

void expandRotary(Expansion& to)
{
    const OperatorCall& call = to.call();
    const bool isRuntimes = call.has(1) && !call.type(1).number.isFloat(); // its second input holds the positions
    const size_t positions = isRuntimes ? 1 : 3;
    const size_t cosines = isRuntimes ? 2 : 1;
    const Extents all = extentsOf(call);
    if (call.real("scale", 1) != 1 || call.integer("is_packed_batching", 0) != 0) {
        call.unsupported("attribute 'scale' or 'is_packed_batching' is not its default, which is not supported");
    }
    const bool isInterleaved = call.integer("interleaved", 0) != 0;
    const bool hasHeadsFirst = call.shape(0).size() == 4;
    const int64_t half = all.rotated / 2;
    const ValueId x = hasHeadsFirst ? to.transpose(to.input(0), {0, 2, 1, 3})
                                    : to.reshape(to.input(0), {all.batch, all.length, all.heads, all.size});
    const std::vector<ValueId> parts =
        all.rotated == all.size ? std::vector<ValueId>{x} : to.split(x, {all.rotated, all.size - all.rotated});
    const Shape pairs{all.batch, all.length, all.heads, half, 2};
    const Shape joined{all.batch, all.length, all.heads, half, 1};
    std::vector<ValueId> halves =
        isInterleaved ? to.split(to.reshape(parts[0], pairs), {1, 1}) : to.split(parts[0], {half, half});
    if (isInterleaved) {
        const Shape flat{all.batch, all.length, all.heads, half};
        halves = {to.reshape(halves[0], flat), to.reshape(halves[1], flat)};
    }
    const ValueId cosine = factors(to, cosines, positions, all);
    const ValueId sine = factors(to, cosines + 1, positions, all);
    const auto product = [&](size_t i, ValueId by) { return to.apply("Mul", {halves[i], by}); };
    ValueId first = to.apply("Sub", {product(0, cosine), product(1, sine)});
    ValueId second = to.apply("Add", {product(0, sine), product(1, cosine)});
    if (isInterleaved) {
        first = to.reshape(first, joined);
        second = to.reshape(second, joined);
    }
    ValueId made = to.apply("Concat", {first, second}, {{"axis", int64_t{-1}}});
    if (isInterleaved) {
        made = to.reshape(made, {all.batch, all.length, all.heads, all.rotated});
    }
    if (parts.size() > 1) {
        made = to.apply("Concat", {made, parts[1]}, {{"axis", int64_t{-1}}});
    }
    if (hasHeadsFirst) {
        to.finish(0, "Transpose", {made}, {{"perm", std::vector<int64_t>{0, 2, 1, 3}}});
    } else {
        to.finish(0, "Reshape", {made, to.integers(call.shape(0))});
    }
}

} // namespace knobscope

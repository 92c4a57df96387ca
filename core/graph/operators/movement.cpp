// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that reorder, repeat or concatenate elements.
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>

namespace knobscope {
namespace {

/// Joins neighbouring axes that are one axis to these strides; leaves at least one axis.
void joinAxes(Shape& shape, std::vector<int64_t>& strides)
{
    if (shape.empty()) {
        shape = {1};
        strides = {1};
    }
    for (size_t axis = shape.size() - 1; axis-- > 0;) {
        if (strides[axis] == strides[axis + 1] * shape[axis + 1]) {
            shape[axis] *= shape[axis + 1];
            strides[axis] = strides[axis + 1];
            shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
            strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
        }
    }
}

/// Fills `to` from `from`, read with these strides, in parts.
void gatherStrided(const OperatorCall& call, const Tensor& from, Tensor& to, Shape shape, std::vector<int64_t> strides)
{
    if (to.size() == 0) {
        return;
    }
    joinAxes(shape, strides);
    const int64_t length = shape.back();
    const int64_t step = strides.back();
    const auto axes = std::ssize(shape) - 1;
    withWidth(to.number(), [&]<class T>() {
        const auto source = from.as<T>();
        const auto target = to.as<T>();
        call.inParts(to.size() / length, length, [&](int64_t first, int64_t last) {
            for (int64_t row = first; row < last; ++row) {
                int64_t begin = 0;
                for (int64_t rest = row, axis = axes; axis-- > 0; rest /= shape[static_cast<size_t>(axis)]) {
                    begin += rest % shape[static_cast<size_t>(axis)] * strides[static_cast<size_t>(axis)];
                }
                for (int64_t i = 0; i < length; ++i) {
                    target[static_cast<size_t>(row * length + i)] = source[static_cast<size_t>(begin + i * step)];
                }
            }
        });
    });
}

// ---- transposed, broadcast, repeated ----

std::vector<size_t> permutation(const OperatorCall& call)
{
    const size_t rank = call.shape(0).size();
    std::vector<int64_t> reversed(rank);
    std::iota(reversed.rbegin(), reversed.rend(), int64_t{0});
    const std::vector<int64_t> given = call.integers("perm", reversed);
    call.require(given.size() == rank, "attribute 'perm' has {} numbers, but there are {} axes", given.size(), rank);
    return call.axes(given, rank, phrase("attribute '{}'", "perm"));
}

std::vector<TensorType> inferTranspose(const OperatorCall& call)
{
    TensorType output{call.type(0).number, {}};
    for (const size_t axis : permutation(call)) {
        output.shape.push_back(call.shape(0)[axis]);
    }
    return {output};
}

void evaluateTranspose(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<int64_t> own = stridesOf(call.shape(0));
    std::vector<int64_t> strides;
    for (const size_t axis : permutation(call)) {
        strides.push_back(own[axis]);
    }
    gatherStrided(call, call.value(0), out[0], out[0].shape(), strides);
}

std::vector<TensorType> inferExpand(const OperatorCall& call)
{
    const Shape wanted = call.value(1).integers();
    if (const auto right = checkShape(wanted); !right) {
        call.refuse("{}", right.error());
    }
    return {{call.type(0).number, call.broadcast(call.shape(0), wanted)}};
}

void evaluateExpand(const OperatorCall& call, std::span<Tensor> out)
{
    gatherStrided(call, call.value(0), out[0], out[0].shape(), broadcastStrides(call.shape(0), out[0].shape()));
}

std::vector<TensorType> inferTile(const OperatorCall& call)
{
    const std::vector<int64_t> repeats = call.value(1).integers();
    TensorType output = call.type(0);
    call.require(repeats.size() == output.shape.size(), "{} numbers of repeats for {} axes", repeats.size(), output.shape.size());
    for (size_t axis = 0; axis < repeats.size(); ++axis) {
        call.require(repeats[axis] >= 0 && repeats[axis] <= kMostElements, "axis {} is repeated {} times", axis, repeats[axis]);
        output.shape[axis] *= repeats[axis];
    }
    return {output};
}

void evaluateTile(const OperatorCall& call, std::span<Tensor> out)
{
    // Splits each axis in two: the repetition and the axis itself.
    Shape shape;
    std::vector<int64_t> strides;
    const std::vector<int64_t> own = stridesOf(call.shape(0));
    for (size_t axis = 0; axis < own.size(); ++axis) {
        const int64_t extent = call.shape(0)[axis];
        shape.insert(shape.end(), {extent == 0 ? 0 : out[0].shape()[axis] / extent, extent});
        strides.insert(strides.end(), {0, own[axis]});
    }
    gatherStrided(call, call.value(0), out[0], shape, strides);
}

// ---- space and depth ----

std::vector<TensorType> inferDepthToSpace(const OperatorCall& call)
{
    const Shape& s = call.shape(0);
    const int64_t block = call.integer("blocksize", 0);
    const std::string mode = call.text("mode", "DCR");
    const bool isInverse = call.op() == "SpaceToDepth";
    call.require(s.size() == 4, "input 1 has {} axes, not 4", s.size());
    call.require(block >= 1 && block <= 1 << 15, "attribute 'blocksize' is {}", block);
    call.require(mode == "DCR" || mode == "CRD", "attribute 'mode' is {}; it must be DCR or CRD", quotedName(mode));
    if (isInverse) {
        call.require(s[2] % block == 0 && s[3] % block == 0, "blocks of {} do not divide {}", block, shapeText(s));
        return {{call.type(0).number, {s[0], s[1] * block * block, s[2] / block, s[3] / block}}};
    }
    call.require(s[1] % (block * block) == 0, "blocks of {} do not divide {}", block, shapeText(s));
    return {{call.type(0).number, {s[0], s[1] / (block * block), s[2] * block, s[3] * block}}};
}

void evaluateDepthToSpace(const OperatorCall& call, std::span<Tensor> out)
{
    const int64_t b = call.integer("blocksize", 1);
    const Shape& s = call.shape(0);
    if (call.op() == "SpaceToDepth") { // read as N, C, H, b, W, b; written as N, b, b, C, H, W
        const int64_t h = s[2] / b;
        const int64_t w = s[3] / b;
        const std::vector<int64_t> own = stridesOf({s[0], s[1], h, b, w, b});
        gatherStrided(call, call.value(0), out[0], {s[0], b, b, s[1], h, w}, {own[0], own[3], own[5], own[1], own[2], own[4]});
        return;
    }
    const int64_t c = s[1] / (b * b);
    const bool depthFirst = call.text("mode", "DCR") == "DCR";
    const std::vector<int64_t> own = stridesOf(depthFirst ? Shape{s[0], b, b, c, s[2], s[3]} : Shape{s[0], c, b, b, s[2], s[3]});
    const std::vector<int64_t> strides = depthFirst ? std::vector<int64_t>{own[0], own[3], own[4], own[1], own[5], own[2]}
                                                    : std::vector<int64_t>{own[0], own[1], own[4], own[2], own[5], own[3]};
    gatherStrided(call, call.value(0), out[0], {s[0], c, s[2], b, s[3], b}, strides);
}

// ---- concatenation and splitting ----

std::vector<TensorType> inferConcat(const OperatorCall& call)
{
    TensorType output = call.type(0);
    call.require(call.hasAttribute("axis"), "attribute 'axis' is missing");
    const size_t axis = call.axisAttribute("axis", 0, output.shape.size());
    for (size_t input = 1; input < call.inputs(); ++input) {
        TensorType next = call.type(input);
        call.require(next.shape.size() == output.shape.size(), "input {} is {}, which does not match {}", input + 1, next.text(),
                     output.text());
        const int64_t extent = std::exchange(next.shape[axis], output.shape[axis]);
        call.require(next == output, "input {} is {}, which does not match {}", input + 1, call.type(input).text(),
                     output.text());
        output.shape[axis] += extent;
    }
    return {output};
}

/// Size in bytes of one contiguous piece: the axes from `axis` on.
size_t bytesFrom(const TensorType& type, size_t axis)
{
    return static_cast<size_t>(elementsOf(Shape(type.shape.begin() + static_cast<std::ptrdiff_t>(axis), type.shape.end())))
         * bytesOf(type.number);
}

void evaluateConcat(const OperatorCall& call, std::span<Tensor> out)
{
    const size_t axis = call.axisAttribute("axis", 0, out[0].shape().size());
    const size_t whole = bytesFrom(out[0].type(), axis);
    size_t begin = 0;
    for (size_t input = 0; input < call.inputs(); ++input) {
        const auto from = call.value(input).bytes();
        const size_t part = bytesFrom(call.type(input), axis);
        for (size_t block = 0; part > 0 && block < from.size() / part; ++block) {
            std::memcpy(out[0].bytes().data() + block * whole + begin, from.data() + block * part, part);
        }
        begin += part;
    }
}

std::vector<TensorType> inferSplit(const OperatorCall& call)
{
    const size_t axis = call.axisAttribute("axis", 0, call.shape(0).size());
    const int64_t extent = call.shape(0)[axis];
    const auto count = static_cast<int64_t>(call.outputs());
    call.require(call.integer("num_outputs", count) == count, "attribute 'num_outputs' is {}, but there are {} outputs",
                 call.integer("num_outputs", count), count);
    std::vector<int64_t> parts;
    if (call.has(1)) {
        parts = call.value(1).integers();
    } else {
        const int64_t each = count == 0 ? 0 : (extent + count - 1) / count;
        for (int64_t i = 0; i < count; ++i) {
            parts.push_back(std::clamp<int64_t>(extent - i * each, 0, each));
        }
    }
    call.require(parts.size() == call.outputs(), "{} parts for {} outputs", parts.size(), call.outputs());
    std::vector<TensorType> outputs;
    int64_t sum = 0;
    for (const int64_t part : parts) {
        call.require(part >= 0 && part <= extent, "a part has {} elements of an extent of {}", part, extent);
        sum += part;
        outputs.push_back(call.type(0));
        outputs.back().shape[axis] = part;
    }
    call.require(sum == extent, "the parts have {} elements of an extent of {}", sum, extent);
    return outputs;
}

void evaluateSplit(const OperatorCall& call, std::span<Tensor> out)
{
    const size_t axis = call.axisAttribute("axis", 0, call.shape(0).size());
    const size_t whole = bytesFrom(call.type(0), axis);
    const auto from = call.value(0).bytes();
    size_t begin = 0;
    for (Tensor& to : out) {
        const size_t part = bytesFrom(to.type(), axis);
        for (size_t block = 0; part > 0 && block < to.bytes().size() / part; ++block) {
            std::memcpy(to.bytes().data() + block * part, from.data() + block * whole + begin, part);
        }
        begin += part;
    }
}

} // namespace

std::vector<Operator> movementOperators()
{
    return {{"Transpose", 1, 1, inferTranspose, evaluateTranspose},
            {"Expand", 2, 2, inferExpand, evaluateExpand},
            {"Tile", 2, 2, inferTile, evaluateTile},
            {"DepthToSpace", 1, 1, inferDepthToSpace, evaluateDepthToSpace},
            {"SpaceToDepth", 1, 1, inferDepthToSpace, evaluateDepthToSpace},
            {"Concat", 1, std::numeric_limits<size_t>::max(), inferConcat, evaluateConcat},
            {"Split", 1, 2, inferSplit, evaluateSplit}};
}

} // namespace knobscope

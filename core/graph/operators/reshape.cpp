// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that only change the shape.
#include "core/graph/operators/all.h"

#include <algorithm>

namespace knobscope {
namespace {

Shape reshapedShape(const OperatorCall& call)
{
    const Shape& from = call.shape(0);
    const bool keepsZero = call.integer("allowzero", 0) != 0;
    Shape to = call.value(1).integers();
    call.require(call.shape(1).size() == 1 && to.size() <= kMostAxes, "input 2 of shape {} is not a shape",
                 shapeText(call.shape(1)));
    int64_t known = 1;
    size_t open = to.size();
    for (size_t i = 0; i < to.size(); ++i) {
        if (to[i] == 0 && !keepsZero) {
            call.require(i < from.size(), "extent {} of the new shape is copied from the input, which has {} axes", i + 1,
                         from.size());
            to[i] = from[i];
        }
        call.require(to[i] >= -1, "the new shape {} has an extent of {}", shapeText(to), to[i]);
        if (to[i] == -1) {
            call.require(open == to.size(), "two extents of the new shape are -1");
            open = i;
        } else {
            call.require(!__builtin_mul_overflow(known, to[i], &known), "the new shape is too large");
        }
    }
    const int64_t elements = elementsOf(from);
    if (open < to.size()) {
        call.require(known > 0 && elements % known == 0, "{} elements do not match the shape {}", elements, shapeText(to));
        to[open] = elements / known;
        known = elements;
    }
    call.require(known == elements, "{} elements do not match the shape {}", elements, shapeText(to));
    return to;
}

std::vector<TensorType> inferReshape(const OperatorCall& call)
{
    return {{call.type(0).number, reshapedShape(call)}};
}

std::vector<TensorType> inferFlatten(const OperatorCall& call)
{
    const Shape& from = call.shape(0);
    const int64_t given = call.integer("axis", 1);
    const auto rank = static_cast<int64_t>(from.size());
    call.require(given >= -rank && given <= rank, "attribute 'axis' is {}, but there are {} axes", given, rank);
    const auto middle = from.begin() + (given < 0 ? given + rank : given);
    return {{call.type(0).number, {elementsOf(Shape(from.begin(), middle)), elementsOf(Shape(middle, from.end()))}}};
}

std::vector<TensorType> inferSqueeze(const OperatorCall& call)
{
    const Shape& from = call.shape(0);
    std::vector<bool> isGone(from.size());
    if (call.has(1)) {
        for (const size_t axis : call.axes(call.value(1).integers(), from.size(), phrase("an axis to remove"))) {
            call.require(from[axis] == 1, "axis {} of shape {} does not have the extent 1", axis, shapeText(from));
            isGone[axis] = true;
        }
    } else {
        std::transform(from.begin(), from.end(), isGone.begin(), [](int64_t extent) { return extent == 1; });
    }
    TensorType output{call.type(0).number, {}};
    for (size_t axis = 0; axis < from.size(); ++axis) {
        if (!isGone[axis]) {
            output.shape.push_back(from[axis]);
        }
    }
    return {output};
}

std::vector<TensorType> inferUnsqueeze(const OperatorCall& call)
{
    const std::vector<int64_t> given = call.value(1).integers();
    const size_t rank = call.shape(0).size() + given.size();
    call.require(rank <= kMostAxes, "{} axes are too many", rank);
    std::vector<size_t> added = call.axes(given, rank, phrase("an axis to add"));
    std::sort(added.begin(), added.end());
    TensorType output = call.type(0);
    for (const size_t axis : added) {
        output.shape.insert(output.shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    }
    return {output};
}

std::vector<TensorType> inferIdentity(const OperatorCall& call)
{
    return {call.type(0)};
}

std::vector<TensorType> inferDropout(const OperatorCall& call)
{
    if (call.has(2)) {
        const Tensor& training = call.value(2);
        if (!training.integers().empty() && training.integers()[0] != 0) {
            call.unsupported("input 3 requests training; only inference is supported");
        }
    }
    call.ignore({"seed", "ratio", "is_test", "consumed_inputs"});
    return {call.type(0), {ir::boolean, call.shape(0)}};
}

void evaluateSame(const OperatorCall& call, std::span<Tensor> out)
{
    const auto from = call.value(0).bytes();
    std::copy(from.begin(), from.end(), out[0].bytes().begin());
    if (out.size() > 1) { // Dropout's mask: nothing is dropped
        std::fill(out[1].as<bool>().begin(), out[1].as<bool>().end(), true);
    }
}

} // namespace

std::vector<Operator> reshapeOperators()
{
    return {{"Reshape", 2, 2, inferReshape, evaluateSame},
            {"Flatten", 1, 1, inferFlatten, evaluateSame},
            {"Squeeze", 1, 2, inferSqueeze, evaluateSame},
            {"Unsqueeze", 2, 2, inferUnsqueeze, evaluateSame},
            {"Identity", 1, 1, inferIdentity, evaluateSame, OperatorKind::ElementWise},
            {"Dropout", 1, 3, inferDropout, evaluateSame, OperatorKind::ElementWise}};
}

} // namespace knobscope

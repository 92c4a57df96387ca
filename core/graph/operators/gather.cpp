// SPDX-License-Identifier: GPL-3.0-or-later
// Elements chosen by numbers in another tensor.
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>

namespace knobscope {
namespace {

void requireIndices(const OperatorCall& call, size_t input)
{
    const NumberType number = call.type(input).number;
    call.require(number == NumberType::Int32 || number == NumberType::Int64, "input {} is {}, and must be int32 or int64",
                 input + 1, nameOf(number));
}

std::vector<TensorType> inferGather(const OperatorCall& call)
{
    requireIndices(call, 1);
    const Shape& from = call.shape(0);
    const auto axis = static_cast<std::ptrdiff_t>(call.axisAttribute("axis", 0, from.size()));
    TensorType output{call.type(0).number, Shape(from.begin(), from.begin() + axis)};
    output.shape.insert(output.shape.end(), call.shape(1).begin(), call.shape(1).end());
    output.shape.insert(output.shape.end(), from.begin() + axis + 1, from.end());
    return {output};
}

void evaluateGather(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& from = call.shape(0);
    const size_t axis = call.axisAttribute("axis", 0, from.size());
    const std::vector<int64_t> indices = call.value(1).integers();
    const auto inner = static_cast<size_t>(stridesOf(from)[axis]);
    withWidth(out[0].number(), [&]<class T>() {
        const auto source = call.value(0).as<T>();
        const auto to = out[0].as<T>();
        for (size_t i = 0; i < to.size(); ++i) {
            const size_t outer = i / inner / indices.size();
            const int64_t place = call.place(indices[i / inner % indices.size()], from[axis]);
            to[i] = source[(outer * static_cast<size_t>(from[axis]) + static_cast<size_t>(place)) * inner + i % inner];
        }
    });
}

std::vector<TensorType> inferGatherElements(const OperatorCall& call)
{
    requireIndices(call, 1);
    const Shape& from = call.shape(0);
    const Shape& indices = call.shape(1);
    const size_t axis = call.axisAttribute("axis", 0, from.size());
    call.require(indices.size() == from.size(), "indices of shape {} for {}", shapeText(indices), shapeText(from));
    for (size_t i = 0; i < from.size(); ++i) {
        call.require(i == axis || indices[i] <= from[i], "indices of shape {} for {}", shapeText(indices), shapeText(from));
    }
    return {{call.type(0).number, indices}};
}

void evaluateGatherElements(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& from = call.shape(0);
    const size_t axis = call.axisAttribute("axis", 0, from.size());
    const std::vector<int64_t> indices = call.value(1).integers();
    const std::vector<int64_t> strides = stridesOf(from);
    withWidth(out[0].number(), [&]<class T>() {
        const auto source = call.value(0).as<T>();
        size_t i = 0;
        for (StridedWalk<1> walk(out[0].shape(), {strides}); !walk.isAtEnd(); walk.step(), ++i) {
            const int64_t place = call.place(indices[i], from[axis]);
            out[0].as<T>()[i] = source[walk.offset(0) + static_cast<size_t>((place - walk.position()[axis]) * strides[axis])];
        }
    });
}

std::vector<TensorType> inferGatherNd(const OperatorCall& call)
{
    requireIndices(call, 1);
    const Shape& from = call.shape(0);
    const Shape& indices = call.shape(1);
    const int64_t batch = call.integer("batch_dims", 0);
    call.require(!indices.empty() && batch >= 0 && batch < static_cast<int64_t>(std::min(from.size(), indices.size())),
                 "attribute 'batch_dims' is {} for shapes {} and {}", batch, shapeText(from), shapeText(indices));
    const int64_t depth = indices.back();
    call.require(depth >= 1 && batch + depth <= static_cast<int64_t>(from.size()), "indices of shape {} for {}",
                 shapeText(indices), shapeText(from));
    call.require(std::equal(from.begin(), from.begin() + batch, indices.begin()), "batches of shapes {} and {} differ",
                 shapeText(from), shapeText(indices));
    TensorType output{call.type(0).number, Shape(indices.begin(), indices.end() - 1)};
    output.shape.insert(output.shape.end(), from.begin() + batch + depth, from.end());
    return {output};
}

void evaluateGatherNd(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& from = call.shape(0);
    const auto batch = static_cast<size_t>(call.integer("batch_dims", 0));
    const auto depth = static_cast<size_t>(call.shape(1).back());
    const std::vector<int64_t> indices = call.value(1).integers();
    const std::vector<int64_t> strides = stridesOf(from);
    const auto size =
        static_cast<size_t>(elementsOf(Shape(from.begin() + static_cast<std::ptrdiff_t>(batch + depth), from.end())));
    const auto inBatch = static_cast<size_t>(
        elementsOf(Shape(call.shape(1).begin() + static_cast<std::ptrdiff_t>(batch), call.shape(1).end() - 1)));
    const auto batchSize = static_cast<size_t>(elementsOf(Shape(from.begin() + static_cast<std::ptrdiff_t>(batch), from.end())));
    withWidth(out[0].number(), [&]<class T>() {
        const auto source = call.value(0).as<T>();
        for (size_t i = 0; depth > 0 && i < indices.size() / depth; ++i) {
            size_t offset = i / inBatch * batchSize;
            for (size_t d = 0; d < depth; ++d) {
                offset += static_cast<size_t>(call.place(indices[i * depth + d], from[batch + d]) * strides[batch + d]);
            }
            std::copy_n(source.begin() + static_cast<std::ptrdiff_t>(offset), size,
                        out[0].as<T>().begin() + static_cast<std::ptrdiff_t>(i * size));
        }
    });
}

} // namespace

std::vector<Operator> gatherOperators()
{
    return {{"Gather", 2, 2, inferGather, evaluateGather},
            {"GatherElements", 2, 2, inferGatherElements, evaluateGatherElements},
            {"GatherND", 2, 2, inferGatherNd, evaluateGatherNd}};
}

} // namespace knobscope

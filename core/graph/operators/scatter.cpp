// SPDX-License-Identifier: GPL-3.0-or-later
// Elements put where numbers in another tensor say.
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>

namespace knobscope {
namespace {

void requireScatter(const OperatorCall& call)
{
    const NumberType number = call.type(1).number;
    call.require(number == NumberType::Int32 || number == NumberType::Int64, "input 2 is {}, and must be int32 or int64",
                 nameOf(number));
    call.require(call.type(2).number == call.type(0).number, "updates of {} for {}", nameOf(call.type(2).number),
                 nameOf(call.type(0).number));
    if (call.text("reduction", "none") != "none") {
        call.unsupported("attribute 'reduction' is {}; only none is supported", shownName(call.text("reduction", "none")));
    }
}

std::vector<TensorType> inferScatterElements(const OperatorCall& call)
{
    requireScatter(call);
    const Shape& to = call.shape(0);
    const size_t axis = call.axisAttribute("axis", 0, to.size());
    bool fits = call.shape(1) == call.shape(2) && call.shape(1).size() == to.size();
    for (size_t i = 0; fits && i < to.size(); ++i) {
        fits = i == axis || call.shape(1)[i] <= to[i];
    }
    call.require(fits, "indices of shape {} and updates of shape {} for {}", shapeText(call.shape(1)), shapeText(call.shape(2)),
                 shapeText(to));
    return {call.type(0)};
}

void evaluateScatterElements(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = out[0].shape();
    const size_t axis = call.axisAttribute("axis", 0, shape.size());
    const std::vector<int64_t> indices = call.value(1).integers();
    const std::vector<int64_t> strides = stridesOf(shape);
    withWidth(out[0].number(), [&]<class T>() {
        const auto to = out[0].as<T>();
        std::copy_n(call.value(0).as<T>().begin(), to.size(), to.begin());
        size_t i = 0;
        for (StridedWalk<1> walk(call.shape(1), {strides}); !walk.isAtEnd(); walk.step(), ++i) {
            const int64_t place = call.place(indices[i], shape[axis]);
            to[walk.offset(0) + static_cast<size_t>((place - walk.position()[axis]) * strides[axis])] = call.value(2).as<T>()[i];
        }
    });
}

std::vector<TensorType> inferScatterNd(const OperatorCall& call)
{
    requireScatter(call);
    const Shape& to = call.shape(0);
    const Shape& indices = call.shape(1);
    call.require(!indices.empty() && indices.back() >= 1 && indices.back() <= static_cast<int64_t>(to.size()),
                 "indices of shape {} for {}", shapeText(indices), shapeText(to));
    Shape updates(indices.begin(), indices.end() - 1);
    updates.insert(updates.end(), to.begin() + indices.back(), to.end());
    call.require(call.shape(2) == updates, "updates of shape {}, not {}", shapeText(call.shape(2)), shapeText(updates));
    return {call.type(0)};
}

void evaluateScatterNd(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = out[0].shape();
    const auto depth = static_cast<size_t>(call.shape(1).back());
    const std::vector<int64_t> indices = call.value(1).integers();
    const std::vector<int64_t> strides = stridesOf(shape);
    const auto size = static_cast<size_t>(elementsOf(Shape(shape.begin() + static_cast<std::ptrdiff_t>(depth), shape.end())));
    withWidth(out[0].number(), [&]<class T>() {
        const auto to = out[0].as<T>();
        std::copy_n(call.value(0).as<T>().begin(), to.size(), to.begin());
        for (size_t i = 0; i < indices.size() / depth; ++i) {
            size_t offset = 0;
            for (size_t d = 0; d < depth; ++d) {
                offset += static_cast<size_t>(call.place(indices[i * depth + d], shape[d]) * strides[d]);
            }
            std::copy_n(call.value(2).as<T>().begin() + static_cast<std::ptrdiff_t>(i * size), size,
                        to.begin() + static_cast<std::ptrdiff_t>(offset));
        }
    });
}

} // namespace

std::vector<Operator> scatterOperators()
{
    return {{"Scatter", 3, 3, inferScatterElements, evaluateScatterElements},
            {"ScatterElements", 3, 3, inferScatterElements, evaluateScatterElements},
            {"ScatterND", 3, 3, inferScatterNd, evaluateScatterNd}};
}

} // namespace knobscope

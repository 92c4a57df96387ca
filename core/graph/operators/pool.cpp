// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling over windows.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/operators/window.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>

namespace knobscope {
namespace {

TensorType pooledType(const OperatorCall& call)
{
    const Window window = Window::ofPool(call);
    const Shape spatial = spatialOf(call, 0);
    const Shape positions = window.positions(call, spatial);
    for (size_t axis = 0; axis < positions.size() && call.integer("count_include_pad", 0) == 0; ++axis) {
        call.require(window.before[axis] < window.reach(axis) && window.source(axis, positions[axis] - 1, 0) < spatial[axis],
                     "a window is entirely in the padding");
    }
    TensorType output{call.type(0).number, {call.shape(0)[0], call.shape(0)[1]}};
    output.shape.insert(output.shape.end(), positions.begin(), positions.end());
    return output;
}

std::vector<TensorType> inferMaxPool(const OperatorCall& call)
{
    const TensorType values = pooledType(call);
    call.require(values.number != ir::boolean, "input 1 is bool, but must be numbers");
    (void)call.integer("storage_order", 0);
    return {values, {ir::int64, values.shape}};
}

std::vector<TensorType> inferAveragePool(const OperatorCall& call)
{
    (void)call.realType(0);
    return {pooledType(call)};
}

/// Calls `visit(output, source)` for each pair of an output element and an input element that its window covers.
template<class Visit>
void eachCovered(const OperatorCall& call, const Shape& outShape, Visit visit)
{
    const Shape spatial = spatialOf(call, 0);
    const Shape positions(outShape.begin() + 2, outShape.end());
    const auto planes = static_cast<size_t>(outShape[0] * outShape[1]);
    const auto inSize = static_cast<size_t>(elementsOf(spatial));
    const auto outSize = static_cast<size_t>(elementsOf(positions));
    Window::ofPool(call).eachRun(spatial, positions, [&](const WindowRun& run) {
        for (size_t plane = 0; plane < planes; ++plane) {
            for (size_t i = 0; i < run.count; ++i) {
                visit(plane * outSize + run.position + i, plane * inSize + run.source + i * run.step);
            }
        }
    });
}

/// Converts an offset to column-major order, which 'storage_order' 1 asks for.
int64_t columnMajor(int64_t offset, const Shape& spatial)
{
    const int64_t plane = elementsOf(spatial);
    int64_t rest = offset % plane;
    int64_t place = 0;
    const std::vector<int64_t> strides = stridesOf(spatial);
    int64_t factor = 1;
    for (size_t axis = 0; axis < spatial.size(); ++axis) {
        place += rest / strides[axis] * factor;
        rest %= strides[axis];
        factor *= spatial[axis];
    }
    return offset - offset % plane + place;
}

void evaluateMaxPool(const OperatorCall& call, std::span<Tensor> out)
{
    const bool byColumns = call.integer("storage_order", 0) != 0;
    const Shape spatial = spatialOf(call, 0);
    withType(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        const auto to = out[0].as<T>();
        const auto indices = out[1].as<int64_t>();
        std::ranges::fill(indices, int64_t{-1});
        eachCovered(call, out[0].shape(), [&](size_t output, size_t source) {
            if (indices[output] < 0 || isBelowOrNan(to[output], from[source])) {
                to[output] = from[source];
                indices[output] = static_cast<int64_t>(source);
            }
        });
        for (int64_t& index : indices) {
            call.require(index >= 0, "a window is entirely in the padding"); // possible with dilation
            index = byColumns ? columnMajor(index, spatial) : index;
        }
    });
}

void evaluateAveragePool(const OperatorCall& call, std::span<Tensor> out)
{
    const bool countsPadding = call.integer("count_include_pad", 0) != 0;
    const Window window = Window::ofPool(call);
    const Shape spatial = spatialOf(call, 0);
    std::vector<double> counts;
    for (StridedWalk<0> at(Shape(out[0].shape().begin() + 2, out[0].shape().end()), {}); !at.isAtEnd(); at.step()) {
        counts.push_back(static_cast<double>(window.elementsAt(at.position(), spatial, countsPadding)));
    }
    withReal(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        const auto to = out[0].as<T>();
        std::vector<double> sums(to.size());
        eachCovered(call, out[0].shape(),
                    [&](size_t output, size_t source) { sums[output] += static_cast<double>(from[source]); });
        for (size_t i = 0; i < to.size(); ++i) {
            to[i] = static_cast<T>(sums[i] / counts[i % counts.size()]);
        }
    });
}

} // namespace

std::vector<Operator> poolOperators()
{
    return {{"MaxPool", 1, 1, inferMaxPool, evaluateMaxPool}, {"AveragePool", 1, 1, inferAveragePool, evaluateAveragePool}};
}

} // namespace knobscope

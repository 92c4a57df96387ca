// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling over windows and global pooling.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/operators/window.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <functional>

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
    call.require(values.number != NumberType::Bool, "input 1 is bool, but must be numbers");
    return {values, {NumberType::Int64, values.shape}};
}

std::vector<TensorType> inferAveragePool(const OperatorCall& call)
{
    (void)call.realType(0);
    return {pooledType(call)};
}

/// Calls `body(output element, inside, padded)` for each window: the offsets of its elements inside the input, and the number of
/// its elements in the padded input.
template<class Body>
void eachWindow(const OperatorCall& call, const Shape& outShape, Body body)
{
    const Window window = Window::ofPool(call);
    const Shape spatial = spatialOf(call, 0);
    const Shape positions(outShape.begin() + 2, outShape.end());
    const std::vector<int64_t> strides = stridesOf(spatial);
    std::vector<int64_t> tapStrides = strides;
    std::ranges::transform(strides, window.dilations, tapStrides.begin(), std::multiplies<>());
    Shape taps = spatial;
    std::vector<size_t> inside;
    size_t output = 0;
    for (int64_t image = 0; image < outShape[0] * outShape[1]; ++image) {
        for (StridedWalk<0> at(positions, {}); !at.isAtEnd(); at.step(), ++output) {
            int64_t padded = 1;
            int64_t offset = image * elementsOf(spatial);
            for (size_t axis = 0; axis < spatial.size(); ++axis) {
                const int64_t before = window.before[axis];
                const int64_t first = window.source(axis, at.position()[axis], 0);
                const auto among = [&](int64_t from, int64_t extent) {
                    return insideRange(from, window.dilations[axis], window.kernel[axis], extent);
                };
                const auto [begin, end] = among(first, spatial[axis]);
                padded *= among(first + before, before + spatial[axis] + window.after[axis]).second;
                offset += (first + begin * window.dilations[axis]) * strides[axis];
                taps[axis] = end - begin;
            }
            inside.clear();
            for (StridedWalk<1> tap(taps, {tapStrides}, {offset}); !tap.isAtEnd(); tap.step()) {
                inside.push_back(tap.offset(0));
            }
            body(output, inside, padded);
        }
    }
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
        eachWindow(call, out[0].shape(), [&](size_t output, const std::vector<size_t>& inside, int64_t) {
            call.require(!inside.empty(), "a window is entirely in the padding"); // possible with dilation
            const size_t best = *std::ranges::max_element(inside, isBelowOrNan<T>, [&](size_t offset) { return from[offset]; });
            to[output] = from[best];
            indices[output] = byColumns ? columnMajor(static_cast<int64_t>(best), spatial) : static_cast<int64_t>(best);
        });
    });
}

void evaluateAveragePool(const OperatorCall& call, std::span<Tensor> out)
{
    const bool countsPadding = call.integer("count_include_pad", 0) != 0;
    withReal(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        const auto to = out[0].as<T>();
        eachWindow(call, out[0].shape(), [&](size_t output, const std::vector<size_t>& inside, int64_t padded) {
            double sum = 0;
            for (const size_t offset : inside) {
                sum += static_cast<double>(from[offset]);
            }
            to[output] = castNumber<T>(sum / static_cast<double>(countsPadding ? padded : std::ssize(inside)));
        });
    });
}

std::vector<TensorType> inferGlobalPool(const OperatorCall& call)
{
    TensorType output = call.realType(0);
    const Shape spatial = spatialOf(call, 0);
    call.require(elementsOf(spatial) > 0, "{} has no elements to pool", shapeText(output.shape));
    std::fill(output.shape.begin() + 2, output.shape.end(), 1);
    return {output};
}

void evaluateGlobalPool(const OperatorCall& call, std::span<Tensor> out)
{
    const auto size = static_cast<size_t>(elementsOf(spatialOf(call, 0)));
    withReal(out[0].number(), [&]<class T>() {
        const auto to = out[0].as<T>();
        for (size_t plane = 0; plane < to.size(); ++plane) {
            const auto from = call.value(0).as<T>().subspan(plane * size, size);
            double sum = 0;
            for (const T value : from) {
                sum += static_cast<double>(value);
            }
            to[plane] = call.op() == "GlobalMaxPool" ? *std::ranges::max_element(from, isBelowOrNan<T>)
                                                     : castNumber<T>(sum / static_cast<double>(size));
        }
    });
}

} // namespace

std::vector<Operator> poolOperators()
{
    return {{"MaxPool", 1, 1, inferMaxPool, evaluateMaxPool},
            {"AveragePool", 1, 1, inferAveragePool, evaluateAveragePool},
            {"GlobalAveragePool", 1, 1, inferGlobalPool, evaluateGlobalPool},
            {"GlobalMaxPool", 1, 1, inferGlobalPool, evaluateGlobalPool}};
}

} // namespace knobscope

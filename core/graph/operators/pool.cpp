// SPDX-License-Identifier: GPL-3.0-or-later
// Pools, over windows and over all there is.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/operators/window.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>

namespace knobscope {
namespace {

Window poolWindow(const OperatorCall& call)
{
    const Shape spatial = spatialOf(call, 0);
    return Window::of(call, Window::kernelOf(call, spatial.size()), spatial);
}

TensorType pooledType(const OperatorCall& call)
{
    const Shape positions = poolWindow(call).positions(call, spatialOf(call, 0));
    TensorType output{call.type(0).number, {call.shape(0)[0], call.shape(0)[1]}};
    output.shape.insert(output.shape.end(), positions.begin(), positions.end());
    return output;
}

std::vector<TensorType> inferMaxPool(const OperatorCall& call)
{
    const TensorType values = pooledType(call);
    call.require(values.number != NumberType::Bool, "input 1 is bool, and must be numbers");
    return {values, {NumberType::Int64, values.shape}};
}

std::vector<TensorType> inferAveragePool(const OperatorCall& call)
{
    (void)call.realType(0);
    return {pooledType(call)};
}

/// Calls `body(output element, begin)` for each window, where `body` gets the offsets of those of its elements that lie in the
/// input, and how many lie in the padded input.
template<class Body>
void eachWindow(const OperatorCall& call, const Window& window, const Shape& outShape, Body body)
{
    const Shape spatial = spatialOf(call, 0);
    const Shape positions(outShape.begin() + 2, outShape.end());
    const std::vector<int64_t> strides = stridesOf(spatial);
    const int64_t plane = elementsOf(spatial);
    size_t output = 0;
    std::vector<int64_t> inside;
    for (int64_t image = 0; image < outShape[0] * outShape[1]; ++image) {
        for (StridedWalk<0> at(positions, {}); !at.isAtEnd(); at.step(), ++output) {
            inside.clear();
            int64_t padded = 0;
            for (StridedWalk<0> tap(window.kernel, {}); !tap.isAtEnd(); tap.step()) {
                int64_t offset = image * plane;
                bool isInside = true;
                bool isPadded = true;
                for (size_t axis = 0; axis < spatial.size(); ++axis) {
                    const int64_t place = window.source(axis, at.position()[axis], tap.position()[axis]);
                    isInside = isInside && place >= 0 && place < spatial[axis];
                    isPadded = isPadded && place < spatial[axis] + window.after[axis];
                    offset += place * strides[axis];
                }
                padded += isPadded ? 1 : 0;
                if (isInside) {
                    inside.push_back(offset);
                }
            }
            body(output, inside, padded);
        }
    }
}

/// A place counted column by column, as 'storage_order' 1 asks for.
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
        eachWindow(call, poolWindow(call), out[0].shape(), [&](size_t output, const std::vector<int64_t>& inside, int64_t) {
            call.require(!inside.empty(), "a window lies in the padding alone");
            int64_t best = inside.front();
            for (const int64_t offset : inside) {
                best = from[static_cast<size_t>(offset)] > from[static_cast<size_t>(best)] ? offset : best;
            }
            to[output] = from[static_cast<size_t>(best)];
            indices[output] = byColumns ? columnMajor(best, spatial) : best;
        });
    });
}

void evaluateAveragePool(const OperatorCall& call, std::span<Tensor> out)
{
    const bool countsPadding = call.integer("count_include_pad", 0) != 0;
    withReal(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        const auto to = out[0].as<T>();
        eachWindow(call, poolWindow(call), out[0].shape(),
                   [&](size_t output, const std::vector<int64_t>& inside, int64_t padded) {
                       double sum = 0;
                       for (const int64_t offset : inside) {
                           sum += static_cast<double>(from[static_cast<size_t>(offset)]);
                       }
                       const auto count = static_cast<double>(countsPadding ? padded : static_cast<int64_t>(inside.size()));
                       to[output] = castNumber<T>(sum / count);
                   });
    });
}

std::vector<TensorType> inferGlobalPool(const OperatorCall& call)
{
    TensorType output = call.realType(0);
    const Shape spatial = spatialOf(call, 0);
    call.require(elementsOf(spatial) > 0, "there is nothing to pool in {}", shapeText(output.shape));
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
            to[plane] = call.op() == "GlobalMaxPool" ? *std::max_element(from.begin(), from.end())
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

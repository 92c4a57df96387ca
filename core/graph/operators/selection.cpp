// SPDX-License-Identifier: GPL-3.0-or-later
// Operators whose output has as many elements as the input's elements say: they are computed where these are known beforehand.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace knobscope {
namespace {

// ---- Compress ----

/// Indices along an axis, or of all elements, that the condition selects.
std::vector<int64_t> selectedIndices(const OperatorCall& call, int64_t extent)
{
    call.require(call.type(1).number == ir::boolean && call.shape(1).size() == 1, "input 2 is {}, but must be a list of bool",
                 call.type(1).text());
    const auto condition = call.value(1).as<bool>();
    std::vector<int64_t> indices;
    for (int64_t i = 0; i < std::min<int64_t>(extent, static_cast<int64_t>(condition.size())); ++i) {
        if (condition[static_cast<size_t>(i)]) {
            indices.push_back(i);
        }
    }
    return indices;
}

std::vector<TensorType> inferCompress(const OperatorCall& call)
{
    TensorType output = call.type(0);
    if (!call.hasAttribute("axis")) {
        output.shape = {static_cast<int64_t>(selectedIndices(call, elementsOf(call.shape(0))).size())};
        return {output};
    }
    const size_t axis = call.axisAttribute("axis", 0, output.shape.size());
    output.shape[axis] = static_cast<int64_t>(selectedIndices(call, output.shape[axis]).size());
    return {output};
}

void evaluateCompress(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape shape = call.hasAttribute("axis") ? call.shape(0) : Shape{elementsOf(call.shape(0))};
    const size_t axis = call.hasAttribute("axis") ? call.axisAttribute("axis", 0, shape.size()) : 0;
    const std::vector<int64_t> indices = selectedIndices(call, shape[axis]);
    const auto inner = static_cast<size_t>(stridesOf(shape)[axis]);
    withWidth(out[0].number(), [&]<class T>() {
        const auto to = out[0].as<T>();
        for (size_t i = 0; i < to.size(); ++i) {
            const auto at = static_cast<size_t>(indices[i / inner % indices.size()]);
            const size_t outer = i / inner / indices.size();
            to[i] = call.value(0).as<T>()[(outer * static_cast<size_t>(shape[axis]) + at) * inner + i % inner];
        }
    });
}

// ---- NonZero ----

std::vector<TensorType> inferNonZero(const OperatorCall& call)
{
    const std::vector<double> values = call.value(0).reals();
    const auto count = std::ranges::count_if(values, [](double value) { return value != 0; });
    return {{ir::int64, {static_cast<int64_t>(call.shape(0).size()), static_cast<int64_t>(count)}}};
}

void evaluateNonZero(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<double> values = call.value(0).reals();
    const Shape& shape = call.shape(0);
    const std::vector<int64_t> strides = stridesOf(shape);
    const auto count = static_cast<size_t>(out[0].shape()[1]);
    size_t found = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        if (values[i] != 0) {
            for (size_t axis = 0; axis < shape.size(); ++axis) {
                out[0].as<int64_t>()[axis * count + found] = static_cast<int64_t>(i) / strides[axis] % shape[axis];
            }
            ++found;
        }
    }
}

// ---- Unique ----

/// Slices of a tensor along an axis (or its elements), and which of them are the same.
struct UniqueSlices {
    Shape shape;
    size_t axis = 0;
    std::vector<int64_t> first;   ///< index of the first slice of each kind, in the order of the output
    std::vector<int64_t> inverse; ///< kind of each slice
    std::vector<int64_t> counts;  ///< slices of each kind

    explicit UniqueSlices(const OperatorCall& call)
        : shape(call.hasAttribute("axis") ? call.shape(0) : Shape{elementsOf(call.shape(0))})
        , axis(call.hasAttribute("axis") ? call.axisAttribute("axis", 0, shape.size()) : 0)
    {
        const std::vector<double> values = call.value(0).reals();
        const auto inner = static_cast<size_t>(stridesOf(shape)[axis]);
        const auto extent = static_cast<size_t>(shape[axis]);
        std::map<std::vector<double>, std::vector<int64_t>> kinds;
        for (size_t i = 0; i < extent; ++i) {
            std::vector<double> slice;
            for (size_t at = 0; extent > 0 && at < values.size() / extent; ++at) {
                slice.push_back(values[(at / inner * extent + i) * inner + at % inner]);
            }
            kinds[slice].push_back(static_cast<int64_t>(i));
        }
        std::vector<std::vector<int64_t>> order;
        for (auto& [slice, indices] : kinds) {
            order.push_back(std::move(indices));
        }
        if (call.integer("sorted", 1) == 0) {
            std::ranges::sort(order, {}, [](const std::vector<int64_t>& indices) { return indices.front(); });
        }
        inverse.resize(extent);
        for (size_t kind = 0; kind < order.size(); ++kind) {
            first.push_back(order[kind].front());
            counts.push_back(static_cast<int64_t>(order[kind].size()));
            for (const int64_t index : order[kind]) {
                inverse[static_cast<size_t>(index)] = static_cast<int64_t>(kind);
            }
        }
    }
};

std::vector<TensorType> inferUnique(const OperatorCall& call)
{
    (void)call.integer("sorted", 1);
    const UniqueSlices slices(call);
    const auto kinds = static_cast<int64_t>(slices.first.size());
    TensorType values{call.type(0).number, slices.shape};
    values.shape[slices.axis] = kinds;
    return {values, {ir::int64, {kinds}}, {ir::int64, {slices.shape[slices.axis]}}, {ir::int64, {kinds}}};
}

void evaluateUnique(const OperatorCall& call, std::span<Tensor> out)
{
    const UniqueSlices slices(call);
    const auto inner = static_cast<size_t>(stridesOf(slices.shape)[slices.axis]);
    const auto extent = static_cast<size_t>(slices.shape[slices.axis]);
    const size_t kinds = slices.first.size();
    withWidth(out[0].number(), [&]<class T>() {
        const auto to = out[0].as<T>();
        for (size_t i = 0; i < to.size(); ++i) {
            const auto at = static_cast<size_t>(slices.first[i / inner % kinds]);
            to[i] = call.value(0).as<T>()[(i / inner / kinds * extent + at) * inner + i % inner];
        }
    });
    const std::vector<int64_t>* const others[] = {&slices.first, &slices.inverse, &slices.counts};
    for (size_t output = 1; output < out.size(); ++output) {
        std::ranges::copy(*others[output - 1], out[output].as<int64_t>().begin());
    }
}

} // namespace

std::vector<Operator> selectionOperators()
{
    return {{"Compress", 2, 2, inferCompress, evaluateCompress},
            {"NonZero", 1, 1, inferNonZero, evaluateNonZero},
            {"Unique", 1, 1, inferUnique, evaluateUnique}};
}

} // namespace knobscope

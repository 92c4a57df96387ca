// SPDX-License-Identifier: GPL-3.0-or-later
// Gather and scatter operators: read or write elements at positions given by index tensors.
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <utility>

namespace knobscope {
namespace {

constexpr const char* kReductions[] = {"none", "add", "mul", "max", "min"};

void requireIndices(const OperatorCall& call)
{
    const ir::DataType number = call.type(1).number;
    call.require(number == ir::int32 || number == ir::int64, "input 2 is {}, but must be int32 or int64", number.text());
}

void requireScatter(const OperatorCall& call)
{
    requireIndices(call);
    call.require(call.type(2).number == call.type(0).number, "updates of {} for {}", call.type(2).number.text(),
                 call.type(0).number.text());
    const std::string reduction = call.text("reduction", "none");
    call.require(std::ranges::find(kReductions, reduction) != std::end(kReductions), "attribute 'reduction' is {}",
                 quotedName(reduction));
    if (reduction != "none" && call.type(0).number == ir::boolean) {
        call.unsupported("attribute 'reduction' is {} for bool, which is not supported", quotedName(reduction));
    }
}

/// Calls `body`, for elements of type T, with the function that joins an element with its update.
template<class Body>
void withReduction(const OperatorCall& call, Body body)
{
    const std::string reduction = call.text("reduction", "none");
    withType(call.type(0).number, [&]<class T>() {
        if (reduction == "none") {
            body.template operator()<T>([](T, T update) { return update; });
        } else if (reduction == "add") {
            body.template operator()<T>([](T old, T update) { return static_cast<T>(old + update); });
        } else if (reduction == "mul") {
            body.template operator()<T>([](T old, T update) { return static_cast<T>(old * update); });
        } else if (reduction == "max") {
            body.template operator()<T>([](T old, T update) { return std::max(old, update); });
        } else {
            body.template operator()<T>([](T old, T update) { return std::min(old, update); });
        }
    });
}

std::vector<TensorType> inferGather(const OperatorCall& call)
{
    requireIndices(call);
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
    std::vector<int64_t> places = call.value(1).integers();
    std::ranges::transform(places, places.begin(), [&](int64_t index) { return call.place(index, from[axis]); });
    const int64_t inner = stridesOf(from)[axis];
    const auto count = std::ssize(places);
    withWidth(out[0].number(), [&]<class T>() {
        const T* source = call.value(0).as<T>().data();
        T* to = out[0].as<T>().data();
        if (out[0].size() == 0) {
            return;
        }
        call.inParts(out[0].size() / inner, inner, [&](int64_t first, int64_t last) {
            for (int64_t outer = first / count, i = first % count, run = first; run < last; ++run) {
                const T* begin = source + (outer * from[axis] + places[static_cast<size_t>(i)]) * inner;
                if (inner == 1) {
                    to[run] = *begin;
                } else {
                    std::copy_n(begin, inner, to + run * inner);
                }
                i = i + 1 < count ? i + 1 : 0;
                outer += i == 0 ? 1 : 0;
            }
        });
    });
}

// ---- an index for each element ----

/// True if the indices have the rank of the first input and, except along 'axis', extents that are not larger.
bool indicesFit(const OperatorCall& call)
{
    const Shape& shape = call.shape(0);
    const size_t own = call.axisAttribute("axis", 0, shape.size());
    bool fits = call.shape(1).size() == shape.size();
    for (size_t axis = 0; fits && axis < shape.size(); ++axis) {
        fits = axis == own || call.shape(1)[axis] <= shape[axis];
    }
    return fits;
}

/// Calls `body(i, offset)` for each index. `offset` is the element in the first input at the index's own position, with the index
/// in place of the coordinate along 'axis'.
template<class Index, class Body>
void eachElement(const OperatorCall& call, std::span<const Index> indices, Body body)
{
    const Shape& shape = call.shape(0);
    const size_t axis = call.axisAttribute("axis", 0, shape.size());
    std::vector<int64_t> strides = stridesOf(shape);
    const int64_t extent = shape[axis];
    const int64_t stride = std::exchange(strides[axis], 0);
    const int64_t step = strides.back(); // along a row of the indices
    Shape rows = call.shape(1);
    const int64_t length = std::exchange(rows.back(), 1);
    size_t i = 0;
    for (StridedWalk<1> walk(rows, {strides}); !walk.isAtEnd(); walk.step()) {
        const auto begin = static_cast<int64_t>(walk.offset(0));
        for (int64_t column = 0; column < length; ++column, ++i) {
            const auto index = static_cast<int64_t>(indices[i]);
            const int64_t place = index >= 0 && index < extent ? index : call.place(index, extent);
            body(i, static_cast<size_t>(begin + column * step + place * stride));
        }
    }
}

/// The same with indices of either type.
template<class Body>
void eachElement(const OperatorCall& call, Body body)
{
    const Tensor& indices = call.value(1);
    if (indices.number() == ir::int32) {
        eachElement(call, indices.as<int32_t>(), body);
    } else {
        eachElement(call, indices.as<int64_t>(), body);
    }
}

std::vector<TensorType> inferGatherElements(const OperatorCall& call)
{
    requireIndices(call);
    call.require(indicesFit(call), "indices of shape {} for {}", shapeText(call.shape(1)), shapeText(call.shape(0)));
    return {{call.type(0).number, call.shape(1)}};
}

/// Copies rows of elements, in parts, after a check of all indices.
template<class T, class Index>
void gatherRows(const OperatorCall& call, std::span<const Index> indices, std::span<const T> from, std::span<T> to)
{
    const Shape& shape = call.shape(0);
    const size_t axis = call.axisAttribute("axis", 0, shape.size());
    const int64_t extent = shape[axis];
    for (const Index index : indices) {
        (void)(index >= 0 && index < extent ? index : call.place(index, extent));
    }
    std::vector<int64_t> strides = stridesOf(shape);
    const int64_t stride = std::exchange(strides[axis], 0);
    const int64_t step = strides.back(); // along a row of the indices
    const Shape& rows = call.shape(1);
    const int64_t length = rows.back();
    call.inParts(length == 0 ? 0 : std::ssize(to) / length, length, [&](int64_t first, int64_t last) {
        for (int64_t row = first; row < last; ++row) {
            int64_t begin = 0;
            for (int64_t rest = row, a = std::ssize(rows) - 2; a >= 0; rest /= rows[static_cast<size_t>(a)], --a) {
                begin += rest % rows[static_cast<size_t>(a)] * strides[static_cast<size_t>(a)];
            }
            for (int64_t column = 0; column < length; ++column) {
                const auto i = static_cast<size_t>(row * length + column);
                const int64_t place = indices[i] < 0 ? indices[i] + extent : indices[i];
                to[i] = from[static_cast<size_t>(begin + column * step + place * stride)];
            }
        }
    });
}

void evaluateGatherElements(const OperatorCall& call, std::span<Tensor> out)
{
    const Tensor& indices = call.value(1);
    withWidth(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        if (indices.number() == ir::int32) {
            gatherRows<T, int32_t>(call, indices.as<int32_t>(), from, out[0].as<T>());
        } else {
            gatherRows<T, int64_t>(call, indices.as<int64_t>(), from, out[0].as<T>());
        }
    });
}

std::vector<TensorType> inferScatterElements(const OperatorCall& call)
{
    requireScatter(call);
    call.require(indicesFit(call) && call.shape(1) == call.shape(2), "indices of shape {} and updates of shape {} for {}",
                 shapeText(call.shape(1)), shapeText(call.shape(2)), shapeText(call.shape(0)));
    return {call.type(0)};
}

/// Whether each update has the place of its index along the first axis, and its own along the others.
bool scattersRows(const OperatorCall& call)
{
    const Shape& shape = call.shape(0);
    return call.axisAttribute("axis", 0, shape.size()) == 0 && shape.size() > 1
        && std::equal(shape.begin() + 1, shape.end(), call.shape(1).begin() + 1);
}

/// Scatters rows in parts of their columns, where equal indices meet in the order of the updates.
template<class T, class Join>
void scatterRows(const OperatorCall& call, std::span<const int64_t> indices, std::span<const T> updates, std::span<T> to,
                 Join join)
{
    const int64_t extent = call.shape(0)[0];
    bool isOutside = false;
    for (const int64_t index : indices) {
        isOutside |= index < -extent || index >= extent;
    }
    if (isOutside) {
        std::ranges::for_each(indices, [&](int64_t index) { (void)call.place(index, extent); }); // throws
    }
    const int64_t rows = call.shape(1)[0];
    const int64_t columns = rows == 0 ? 0 : std::ssize(indices) / rows;
    call.inParts(columns, rows, [&](int64_t begin, int64_t end) {
        for (int64_t row = 0; row < rows; ++row) {
            for (int64_t column = begin; column < end; ++column) {
                const auto i = static_cast<size_t>(row * columns + column);
                const int64_t place = indices[i] < 0 ? indices[i] + extent : indices[i];
                T& element = to[static_cast<size_t>(place * columns + column)];
                element = join(element, updates[i]);
            }
        }
    });
}

void evaluateScatterElements(const OperatorCall& call, std::span<Tensor> out)
{
    withReduction(call, [&]<class T>(auto join) {
        const auto to = out[0].as<T>();
        const auto updates = call.value(2).as<T>();
        std::ranges::copy(call.value(0).as<T>(), to.begin());
        if (scattersRows(call) && call.value(1).number() == ir::int64) {
            scatterRows<T>(call, call.value(1).as<int64_t>(), updates, to, join);
            return;
        }
        eachElement(call, [&](size_t i, size_t offset) { to[offset] = join(to[offset], updates[i]); });
    });
}

// ---- several indices for each slice ----

/// Extents of a slice: the axes of the first input after those that are batched or indexed.
Shape sliceOf(const OperatorCall& call, int64_t batch)
{
    return {call.shape(0).begin() + batch + call.shape(1).back(), call.shape(0).end()};
}

/// Calls `body(i, offset)` for each index list with the offset of its slice in the first input.
template<class Body>
void eachSlice(const OperatorCall& call, int64_t batch, Body body)
{
    const Shape& shape = call.shape(0);
    const Shape& listed = call.shape(1);
    const auto depth = static_cast<size_t>(listed.back());
    const std::vector<int64_t> indices = call.value(1).integers();
    const std::vector<int64_t> strides = stridesOf(shape);
    const auto inBatch = static_cast<size_t>(elementsOf(Shape(listed.begin() + batch, listed.end() - 1)));
    const auto batchSize = static_cast<size_t>(elementsOf(Shape(shape.begin() + batch, shape.end())));
    for (size_t i = 0; i < indices.size() / depth; ++i) {
        size_t offset = i / inBatch * batchSize;
        for (size_t d = 0; d < depth; ++d) {
            const size_t axis = static_cast<size_t>(batch) + d;
            offset += static_cast<size_t>(call.place(indices[i * depth + d], shape[axis]) * strides[axis]);
        }
        body(i, offset);
    }
}

std::vector<TensorType> inferGatherNd(const OperatorCall& call)
{
    requireIndices(call);
    const Shape& from = call.shape(0);
    const Shape& indices = call.shape(1);
    const int64_t batch = call.integer("batch_dims", 0);
    call.require(!indices.empty() && batch >= 0 && batch < static_cast<int64_t>(std::min(from.size(), indices.size())),
                 "attribute 'batch_dims' is {} for shapes {} and {}", batch, shapeText(from), shapeText(indices));
    call.require(indices.back() >= 1 && batch + indices.back() <= static_cast<int64_t>(from.size()), "indices of shape {} for {}",
                 shapeText(indices), shapeText(from));
    call.require(std::equal(from.begin(), from.begin() + batch, indices.begin()), "batches of shapes {} and {} differ",
                 shapeText(from), shapeText(indices));
    TensorType output{call.type(0).number, Shape(indices.begin(), indices.end() - 1)};
    const Shape slice = sliceOf(call, batch);
    output.shape.insert(output.shape.end(), slice.begin(), slice.end());
    return {output};
}

void evaluateGatherNd(const OperatorCall& call, std::span<Tensor> out)
{
    const int64_t batch = call.integer("batch_dims", 0);
    const auto size = static_cast<size_t>(elementsOf(sliceOf(call, batch)));
    withWidth(out[0].number(), [&]<class T>() {
        eachSlice(call, batch, [&](size_t i, size_t offset) {
            std::ranges::copy(call.value(0).as<T>().subspan(offset, size), out[0].as<T>().subspan(i * size, size).begin());
        });
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
    const Shape slice = sliceOf(call, 0);
    updates.insert(updates.end(), slice.begin(), slice.end());
    call.require(call.shape(2) == updates, "updates of shape {}, not {}", shapeText(call.shape(2)), shapeText(updates));
    return {call.type(0)};
}

void evaluateScatterNd(const OperatorCall& call, std::span<Tensor> out)
{
    const int64_t size = elementsOf(sliceOf(call, 0));
    std::vector<size_t> offsets;
    eachSlice(call, 0, [&](size_t, size_t offset) { offsets.push_back(offset); });
    withReduction(call, [&]<class T>(auto join) {
        const auto to = out[0].as<T>();
        const auto updates = call.value(2).as<T>();
        std::ranges::copy(call.value(0).as<T>(), to.begin());
        // Several updates may go to one slice: each thread joins its columns of all.
        call.inParts(size, std::ssize(offsets), [&](int64_t first, int64_t last) {
            const auto begin = static_cast<size_t>(first), count = static_cast<size_t>(last - first);
            for (size_t i = 0; i < offsets.size(); ++i) {
                T* slice = to.data() + offsets[i] + begin;
                const T* update = updates.data() + i * static_cast<size_t>(size) + begin;
                std::transform(slice, slice + count, update, slice, join);
            }
        });
    });
}

} // namespace

std::vector<Operator> gatherOperators()
{
    return {{"Gather", 2, 2, inferGather, evaluateGather},
            {"GatherElements", 2, 2, inferGatherElements, evaluateGatherElements},
            {"GatherND", 2, 2, inferGatherNd, evaluateGatherNd},
            {"Scatter", 3, 3, inferScatterElements, evaluateScatterElements},
            {"ScatterElements", 3, 3, inferScatterElements, evaluateScatterElements},
            {"ScatterND", 3, 3, inferScatterNd, evaluateScatterNd}};
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
// The largest or smallest elements along an axis.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"

#include <algorithm>
#include <cstddef>

namespace knobscope {
namespace {

std::vector<TensorType> inferTopK(const OperatorCall& call)
{
    TensorType values = call.type(0);
    call.require(values.number != ir::boolean, "input 1 is bool, but must be numbers");
    const size_t axis = call.axisAttribute("axis", -1, values.shape.size());
    call.require(elementsOf(call.shape(1)) == 1, "input 2 must be one number, but has shape {}", shapeText(call.shape(1)));
    const int64_t k = call.value(1).integers()[0];
    call.require(k >= 0 && k <= values.shape[axis], "{} elements are wanted of an axis of {}", k, values.shape[axis]);
    (void)call.integer("largest", 1);
    call.ignore({"sorted"}); // sorted elements are right in any case
    values.shape[axis] = k;
    return {values, {ir::int64, values.shape}};
}

/// Finds the k elements of a lane that are ahead of all others: the largest ones, NaN first, or the smallest.
template<class T, bool isLargest>
class TopElements
{
public:
    struct Element {
        T value;
        int64_t place;
    };

    explicit TopElements(size_t k)
        : m_k(k)
    {
    }

    /// Returns them in order; equal elements in that of the lane.
    std::span<const Element> select(const T* lane, size_t count, size_t stride)
    {
        m_found.clear();
        m_hasLast = false;
        size_t i = 0;
        for (; i + kBlock <= count; i += kBlock) {
            if (!m_hasLast || isSomeAhead(lane + i * stride, stride)) {
                add(lane, i, i + kBlock, stride);
            }
        }
        add(lane, i, count, stride);
        if (m_found.size() > m_k) {
            keepFirst();
        }
        std::ranges::sort(m_found, isBefore);
        return m_found;
    }

private:
    static constexpr size_t kBlock = 16; ///< elements that are compared at once

    static bool isAhead(T one, T other) { return isLargest ? isBelowOrNan(other, one) : isBelowOrNan(one, other); }
    static bool isBefore(const Element& a, const Element& b)
    {
        return isAhead(a.value, b.value) || (a.place < b.place && !isAhead(b.value, a.value));
    }
    /// Whether an element of a block is ahead of the last of those found, as few are in a long lane.
    bool isSomeAhead(const T* block, size_t stride) const
    {
        unsigned some = 0;
        if (stride == 1) { // in vectors
            for (size_t j = 0; j < kBlock; ++j) {
                some |= isAhead(block[j], m_last) ? 1U : 0U;
            }
        } else {
            for (size_t j = 0; j < kBlock; ++j) {
                some |= isAhead(block[j * stride], m_last) ? 1U : 0U;
            }
        }
        return some != 0;
    }
    void add(const T* lane, size_t begin, size_t end, size_t stride)
    {
        for (size_t i = begin; i < end; ++i) {
            const T value = lane[i * stride];
            if (m_hasLast && !isAhead(value, m_last)) {
                continue;
            }
            m_found.push_back({value, static_cast<int64_t>(i)});
            if (m_found.size() == 2 * m_k) {
                keepFirst();
                m_hasLast = true;
                m_last = m_found.back().value;
            }
        }
    }
    /// Keeps k elements, the last of them at the end.
    void keepFirst()
    {
        const auto last = m_found.begin() + static_cast<std::ptrdiff_t>(m_k) - 1;
        std::ranges::nth_element(m_found, last, isBefore);
        m_found.erase(last + 1, m_found.end());
    }

    size_t m_k;
    std::vector<Element> m_found;
    bool m_hasLast = false; ///< k elements were found
    T m_last{}; ///< the last of these
};

template<class T, bool isLargest>
void selectInLanes(const OperatorCall& call, size_t axis, std::span<Tensor> out)
{
    const Shape& shape = call.shape(0);
    const auto stride = static_cast<size_t>(stridesOf(shape)[axis]);
    const auto count = static_cast<size_t>(shape[axis]);
    const auto k = static_cast<size_t>(out[0].shape()[axis]);
    const auto from = call.value(0).as<T>();
    const auto values = out[0].as<T>();
    const auto places = out[1].as<int64_t>();
    call.inParts(static_cast<int64_t>(values.size() / k), shape[axis], [&](int64_t begin, int64_t end) {
        TopElements<T, isLargest> top(k);
        for (auto lane = static_cast<size_t>(begin); lane < static_cast<size_t>(end); ++lane) {
            const T* const first = from.data() + lane / stride * stride * count + lane % stride;
            size_t to = lane / stride * stride * k + lane % stride;
            for (const auto& [value, place] : top.select(first, count, stride)) {
                values[to] = value;
                places[to] = place;
                to += stride;
            }
        }
    });
}

void evaluateTopK(const OperatorCall& call, std::span<Tensor> out)
{
    const size_t axis = call.axisAttribute("axis", -1, call.shape(0).size());
    const bool isLargest = call.integer("largest", 1) != 0;
    if (out[0].size() == 0) {
        return;
    }
    withType(out[0].number(),
             [&]<class T>() { isLargest ? selectInLanes<T, true>(call, axis, out) : selectInLanes<T, false>(call, axis, out); });
}

} // namespace

std::vector<Operator> topKOperators()
{
    return {{"TopK", 2, 2, inferTopK, evaluateTopK}};
}

} // namespace knobscope

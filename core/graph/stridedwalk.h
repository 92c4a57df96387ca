// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"

#include <array>
#include <cstdint>

namespace knobscope {

/// Visits all positions of a shape in row-major order and tracks their offsets in N tensors, each with its own strides. A stride
/// of 0 repeats along an axis, a negative one walks backwards.
template<size_t N>
class StridedWalk
{
public:
    StridedWalk(const Shape& shape, const std::array<std::vector<int64_t>, N>& strides, const std::array<int64_t, N>& start = {})
        : m_shape(shape)
        , m_strides(strides)
        , m_position(shape.size(), 0)
        , m_offsets(start)
        , m_left(elementsOf(shape))
    {
    }

    bool isAtEnd() const { return m_left <= 0; }
    size_t offset(size_t tensor) const { return static_cast<size_t>(m_offsets[tensor]); }
    const Shape& position() const { return m_position; }

    void step()
    {
        --m_left;
        for (size_t axis = m_shape.size(); axis-- > 0;) {
            const bool isLast = ++m_position[axis] == m_shape[axis];
            const int64_t steps = isLast ? 1 - m_shape[axis] : 1;
            for (size_t t = 0; t < N; ++t) {
                m_offsets[t] += steps * m_strides[t][axis];
            }
            if (!isLast) {
                return;
            }
            m_position[axis] = 0;
        }
    }

private:
    const Shape m_shape;
    const std::array<std::vector<int64_t>, N> m_strides;
    Shape m_position;
    std::array<int64_t, N> m_offsets;
    int64_t m_left;
};

/// Strides to read a tensor of shape `from` as one of shape `to`: 0 where an extent of 1 or a missing axis is broadcast.
inline std::vector<int64_t> broadcastStrides(const Shape& from, const Shape& to)
{
    const std::vector<int64_t> own = stridesOf(from);
    std::vector<int64_t> strides(to.size(), 0);
    const size_t missing = to.size() - from.size();
    for (size_t axis = 0; axis < from.size(); ++axis) {
        strides[missing + axis] = from[axis] == 1 ? 0 : own[axis];
    }
    return strides;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>
#include <functional>

namespace knobscope {

/// Positions in a row along the last axis at which one element of a window lies inside the input, as offsets in the plane.
struct WindowRun {
    size_t tap; ///< the element, row-major
    size_t position, source; ///< the first position, and the input element that it reads
    size_t count;
    size_t step; ///< between the input elements of adjacent positions
};

/// Window of a convolution or pool over the spatial axes.
struct Window {
    std::vector<int64_t> kernel, strides, dilations, before, after; ///< before and after: padding
    bool ceil = false; ///< also counts a last window that only begins inside

    /// Window of a pool, from 'kernel_shape', 'strides', 'dilations', 'pads', 'auto_pad' and 'ceil_mode'.
    static Window ofPool(const OperatorCall& call);
    /// Window of a convolution; its size is that of the weights.
    static Window ofConv(const OperatorCall& call);

    /// Number of window positions along each axis; throws an OperatorError if there is none.
    Shape positions(const OperatorCall& call, const Shape& spatial) const;
    int64_t reach(size_t axis) const { return (kernel[axis] - 1) * dilations[axis] + 1; }
    /// Input index of element `tap` of the window at `position`.
    int64_t source(size_t axis, int64_t position, int64_t tap) const
    {
        return position * strides[axis] - before[axis] + tap * dilations[axis];
    }
    /// Visits all elements of a window at all positions in an input of these extents, in the order of the elements.
    void eachRun(const Shape& extents, const Shape& positions, const std::function<void(const WindowRun&)>& visit) const;
    /// Number of elements of the window at `position` that lie inside the input, or inside the padded input.
    int64_t elementsAt(const Shape& position, const Shape& extents, bool countsPadding) const;
};

/// Output type of a convolution with these channels and spatial extents; throws an OperatorError if weights or bias do not match.
TensorType convolvedType(const OperatorCall& call, int64_t channels, const Shape& extents);

/// Window that a transposed convolution adds to its output for each input element.
Window spreadingWindow(const OperatorCall& call);

/// Spatial extents (after batch and channels); throws an OperatorError if there are none.
Shape spatialOf(const OperatorCall& call, size_t input);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>

namespace knobscope {

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
};

/// Half-open range of i in 0..count-1 for which first + i * step lies in 0..extent-1.
std::pair<int64_t, int64_t> insideRange(int64_t first, int64_t step, int64_t count, int64_t extent);

/// Output type of a convolution with these channels and spatial extents; throws an OperatorError if weights or bias do not match.
TensorType convolvedType(const OperatorCall& call, int64_t channels, const Shape& extents);

/// Window that a transposed convolution adds to its output for each input element.
Window spreadingWindow(const OperatorCall& call);

/// Spatial extents (after batch and channels); throws an OperatorError if there are none.
Shape spatialOf(const OperatorCall& call, size_t input);

} // namespace knobscope

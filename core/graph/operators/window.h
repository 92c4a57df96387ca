// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>

namespace knobscope {

/// The window of a convolution or a pool over the axes behind batch and channels.
struct Window {
    std::vector<int64_t> kernel, strides, dilations, before, after; ///< before and after: padding
    bool ceil = false; ///< a last window that only begins inside counts

    /// By 'strides', 'dilations', 'pads', 'auto_pad' and 'ceil_mode': a pool's, of its 'kernel_shape', …
    static Window ofPool(const OperatorCall& call);
    /// … and a convolution's, of its weights.
    static Window ofConv(const OperatorCall& call);

    /// Positions of the window along each axis; refused where there is none.
    Shape positions(const OperatorCall& call, const Shape& spatial) const;
    int64_t reach(size_t axis) const { return (kernel[axis] - 1) * dilations[axis] + 1; }
    /// Where element `tap` of the window lies in the input when the window is at `position`.
    int64_t source(size_t axis, int64_t position, int64_t tap) const
    {
        return position * strides[axis] - before[axis] + tap * dilations[axis];
    }
};

/// Which of the places first, first + step, …, so many of them, lie in 0..extent-1: from the one to before the other.
std::pair<int64_t, int64_t> insideRange(int64_t first, int64_t step, int64_t count, int64_t extent);

/// What a convolution makes that has so many channels and these extents behind them; refused where weights or bias do not fit.
TensorType convolvedType(const OperatorCall& call, int64_t channels, const Shape& extents);

/// The window that a transposed convolution puts over its output for each element of its input.
Window spreadingWindow(const OperatorCall& call);

/// The extents behind batch and channels; refused where there are none.
Shape spatialOf(const OperatorCall& call, size_t input);

} // namespace knobscope

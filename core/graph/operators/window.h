// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>

namespace knobscope {

/// The window of a convolution or a pool over the axes behind batch and channels.
struct Window {
    std::vector<int64_t> kernel, strides, dilations, before, after; ///< before and after: padding
    bool ceil = false; ///< a last window that only begins inside counts

    /// Reads 'strides', 'dilations', 'pads', 'auto_pad' and 'ceil_mode' for an input of these spatial extents.
    static Window of(const OperatorCall& call, const std::vector<int64_t>& kernel, const Shape& spatial);
    /// The attribute 'kernel_shape' of a pool.
    static std::vector<int64_t> kernelOf(const OperatorCall& call, size_t axes);

    /// Positions of the window along each axis; refused where there is none.
    Shape positions(const OperatorCall& call, const Shape& spatial) const;
    int64_t reach(size_t axis) const { return (kernel[axis] - 1) * dilations[axis] + 1; }
    /// Where element `tap` of the window lies in the input when the window is at `position`.
    int64_t source(size_t axis, int64_t position, int64_t tap) const
    {
        return position * strides[axis] - before[axis] + tap * dilations[axis];
    }
};

/// The window of a convolution of a graph whose types are known.
Result<Window> convWindow(const Graph& graph, const Node& conv);

/// The window that a transposed convolution puts over its output for each element of its input.
Window spreadingWindow(const OperatorCall& call);

/// The extents behind batch and channels; refused where there are none.
Shape spatialOf(const OperatorCall& call, size_t input);

} // namespace knobscope

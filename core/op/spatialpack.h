// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <cstdint>

namespace knobscope {

/// A convolution over overlapping tiles of vh x vw outputs, filters in blocks of vc; these must divide the output's extents.
struct SpatialPackExpression {
    ir::Tensor data;   ///< N, C, H, W
    ir::Tensor kernel; ///< K/vc, C, R, S, vc
    ir::Tensor padded;
    ir::Tensor tiles;  ///< N, OH/vh, OW/vw, C, and the input rows and columns of a tile of outputs
    ir::Tensor conv;   ///< N, K/vc, OH/vh, OW/vw, vh, vw, vc
    ir::Tensor output; ///< N, K, OH, OW
};
SpatialPackExpression conv2dSpatialPack(const Conv2d& c, int64_t vc, int64_t vh, int64_t vw);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <cstdint>

namespace knobscope {

/// Tile sizes: the extents of the matrices are rounded up to multiples of these; the padding reads as zero.
struct GemmTiles {
    int64_t filters = 1;
    int64_t pixels = 1;
    int64_t step = 1;  ///< of the reduction, in each of its parts
    int64_t parts = 1; ///< number of partial reductions, which are added up at the end
};

/// A convolution as the product of two matrices (Chellapilla et al., "High performance convolutional neural networks for document
/// processing", 2006): filters x taps times taps x pixels. A tap is an input channel at a position of the filter, numbered (row,
/// column, channel), so that adjacent taps share a filter position; a pixel is (image, row, column) of the output. The second
/// matrix is never stored: `columns` is computed where it is read (an implicit product, as in Chetlur et al., "cuDNN", 2014).
struct ImplicitGemmExpression {
    ir::Tensor data; ///< N, C, H, W
    ir::Tensor kernel; ///< K, C, R, S
    ir::Tensor packed; ///< taps, filters: the kernel's values, depends on weights only
    ir::Tensor columns; ///< taps, pixels: the data under each tap at each pixel, zero outside the image
    ir::Tensor product; ///< parts, filters, pixels
    ir::Tensor output; ///< N, K, OH, OW; adds up the parts if there are several
};
ImplicitGemmExpression conv2dImplicitGemm(const Conv2d& conv, const GemmTiles& tiles);

} // namespace knobscope

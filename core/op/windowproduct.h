// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <cstdint>

namespace knobscope {

/// Whether the channels of an image come before its rows and columns, or behind.
enum class ImageLayout : uint8_t { Nchw, Nhwc };

/// A convolution as a matrix product (Chellapilla et al., 2006): one row a pixel of the output, one column a filter. The
/// reduction keeps filter row, filter column and channel apart; rows of the first matrix are meant to exist in shared memory
/// only.
struct WindowProduct {
    const Conv2d& conv;
    ImageLayout layout;
    int64_t rows;     ///< of the first matrix: the pixels, filled up
    int64_t filters;  ///< filled up
    int64_t channels; ///< filled up

    ir::Tensor input() const;
    ir::Tensor kernel() const;
    /// (image, pixel, filter row, filter column, channel); zero outside the image and beyond the last pixel and channel.
    ir::Tensor windows(const ir::Tensor& data) const;
    /// (filter, row, column, channel), zero beyond the last filter and channel: made once, since weights do not change.
    ir::Tensor packed(const ir::Tensor& kernel) const;
    /// The output with its rows and columns of pixels as one axis: the same memory. Of sums (image, pixel, filter).
    ir::Tensor output(const ir::Tensor& sum) const;
};

} // namespace knobscope

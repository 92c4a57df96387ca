// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <cstdint>

namespace knobscope {

/// Whether the channels of an image come before or after its rows and columns.
enum class ImageLayout : uint8_t { Nchw, Nhwc };

/// A convolution as a matrix product (Chellapilla et al., 2006): one row per output pixel, one column per filter. The reduction
/// keeps filter row, filter column and channel as separate axes; rows of the first matrix are meant to exist only in shared
/// memory.
struct WindowProduct {
    const Conv2d& conv;
    ImageLayout layout;
    int64_t rows;     ///< of the first matrix: the pixels, padded
    int64_t filters;  ///< padded
    int64_t channels; ///< padded

    ir::Tensor input() const;
    ir::Tensor kernel() const;
    /// (image, pixel, filter row, filter column, channel); zero outside the image and beyond the last pixel and channel.
    ir::Tensor windows(const ir::Tensor& data) const;
    /// (filter, row, column, channel), zero beyond the last filter and channel: computed once, since weights do not change.
    ir::Tensor packed(const ir::Tensor& kernel) const;
    /// The output of the sums (image, pixel, filter), with its rows and columns of pixels as one axis: the same memory layout.
    ir::Tensor output(const ir::Tensor& sum) const;
};

} // namespace knobscope

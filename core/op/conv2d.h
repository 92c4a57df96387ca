// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/arguments.h"

#include <cstdint>

namespace knobscope {

/// A 2-D convolution: N images of C x H x W, K filters of C x R x S; a depthwise one has K = C * multiplier filters of R x S.
struct Conv2d {
    int64_t n = 1, c = 1, h = 1, w = 1, k = 1, r = 1, s = 1;
    std::array<int64_t, 2> stride{1, 1};
    std::array<int64_t, 4> pad{0, 0, 0, 0}; ///< top, left, bottom, right
    std::array<int64_t, 2> dilation{1, 1};
    bool depthwise = false;
    ir::DataType type = ir::float32;
    ir::DataType kernelType = ir::float32;
    ir::DataType outType = ir::float32;
    int64_t packedC = 0; ///< channels per block if the arguments are already packed; 0: the template packs
    int64_t packedK = 0;

    int64_t oh() const { return (h + pad[0] + pad[2] - (r - 1) * dilation[0] - 1) / stride[0] + 1; }
    int64_t ow() const { return (w + pad[1] + pad[3] - (s - 1) * dilation[1] - 1) / stride[1] + 1; }
    /// 2 * multiply-accumulates, including those on padding; the padding stage itself counts 0.
    double plainFlops() const;
    /// The share of those multiply-accumulates that read the image rather than its padding.
    double unpaddedShare() const;

    friend bool operator==(const Conv2d&, const Conv2d&) = default;
};

/// Whether a depthwise convolution's channel multiplier is 1.
inline bool hasOneOutputPerChannel(const Conv2d& conv)
{
    return conv.k == conv.c;
}

/// Reads data NCHW, kernel OIHW, strides, padding, dilation, and the output type. Templates for CPUs have two layouts before the
/// type (and then may have data NCHWc and a packed kernel). Refuses mismatched channels and a kernel larger than the padded
/// input.
Conv2d readConv2d(ArgumentReader& reader, bool depthwise, bool hasLayouts = false);
/// Reads a convolution that is not depthwise, without layouts.
inline Conv2d readPlainConv(ArgumentReader& reader)
{
    return readConv2d(reader, false);
}
/// Reads a convolution with both layouts; refuses packed layouts.
Conv2d readUnpackedConv(ArgumentReader& reader, bool depthwise);
/// Reads data NHWC, kernel HWIO, strides, padding, dilation, and the output type.
Conv2d readConv2dNhwc(ArgumentReader& reader);

/// The convolution on plain layouts; `padded` receives the padding stage (the input itself if there is none).
struct Conv2dExpression {
    ir::Tensor data;
    ir::Tensor kernel;
    ir::Tensor padded;
    ir::Tensor output;
};
Conv2dExpression conv2dNchw(const Conv2d& conv);
Conv2dExpression conv2dNhwc(const Conv2d& conv);
/// data (N, C/ic, H, W, ic), kernel (K/oc, C/ic, R, S, ic, oc), output (N, K/oc, OH, OW, oc). `data` is optional: the output of
/// another operator.
Conv2dExpression conv2dNchwc(const Conv2d& conv, int64_t ic, int64_t oc, const ir::Tensor& data = {});
/// Like conv2dNchwc, with the kernel's input channels in groups of the size of a dot-product instruction (ir::dotLength, which
/// must be more than 1): kernel (K/oc, C/ic, R, S, ic/group, oc, group), reduced over C/ic, R, S, ic/group and group. Padding
/// extends each block of input channels with zeros to whole groups. With `kernelBlock`, a divisor of oc, the kernel has blocks of
/// that many output channels instead of oc. `data` is optional: the output of another operator.
Conv2dExpression conv2dNchwcDot(const Conv2d& conv, int64_t ic, int64_t oc, int64_t kernelBlock = 0, const ir::Tensor& data = {});
/// The pixels that a 1x1 convolution without padding reads, in one row: (N, C/ic, 1, OH * OW, ic) of data (N, C/ic, H, W, ic).
ir::Tensor pixelsRead(const Conv2d& conv, const ir::Tensor& data);
/// data (N, C/ic, H, W, ic), kernel (K, C, R, S), output (N, K/oc, OH, OW, oc): blocked data, unpacked kernel.
Conv2dExpression conv2dOnBlocks(const Conv2d& conv, int64_t ic, int64_t oc);
/// data (N, C, H, W), kernel (C, multiplier, R, S).
Conv2dExpression depthwiseNchw(const Conv2d& conv);
/// data (N, C/ic, H, W, ic), kernel (K/oc, 1, R, S, 1, oc), output (N, K/oc, OH, OW, oc).
Conv2dExpression depthwiseNchwc(const Conv2d& conv, int64_t ic, int64_t oc, const ir::Tensor& data = {});

} // namespace knobscope

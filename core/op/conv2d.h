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
    int64_t packedC = 0; ///< channels a block where the arguments come packed already; 0: the template packs
    int64_t packedK = 0;

    int64_t oh() const { return (h + pad[0] + pad[2] - (r - 1) * dilation[0] - 1) / stride[0] + 1; }
    int64_t ow() const { return (w + pad[1] + pad[3] - (s - 1) * dilation[1] - 1) / stride[1] + 1; }
    /// 2 * multiply-accumulates, padding not counted.
    double plainFlops() const;
    /// The share of those multiply-accumulates that read the image, not its padding.
    double shareInside() const;

    friend bool operator==(const Conv2d&, const Conv2d&) = default;
};

/// data NCHW, kernel OIHW, strides, padding, dilation, and the output's type, before which templates for CPUs have two layouts
/// (and then may have data NCHWc and a packed kernel); refuses what does not fit: channels that differ, a kernel larger than the
/// padded input.
Conv2d readConv2d(ArgumentReader& reader, bool depthwise, bool hasLayouts = false);
/// The same of one that is not depthwise, without layouts.
inline Conv2d readPlainConv(ArgumentReader& reader)
{
    return readConv2d(reader, false);
}
/// The same with both layouts, on plain ones alone: packed ones are refused.
Conv2d readUnpackedConv(ArgumentReader& reader, bool depthwise);
/// data NHWC, kernel HWIO, strides, padding, dilation, the output's type.
Conv2d readConv2dNhwc(ArgumentReader& reader);

/// The convolution on plain layouts; `padded` receives the padding stage (the input itself when there is none).
struct Conv2dExpression {
    ir::Tensor data;
    ir::Tensor kernel;
    ir::Tensor padded;
    ir::Tensor output;
};
Conv2dExpression conv2dNchw(const Conv2d& conv);
Conv2dExpression conv2dNhwc(const Conv2d& conv);
/// data (N, C/ic, H, W, ic), kernel (K/oc, C/ic, R, S, ic, oc), output (N, K/oc, OH, OW, oc). `data` may be given: what another
/// operator makes.
Conv2dExpression conv2dNchwc(const Conv2d& conv, int64_t ic, int64_t oc, const ir::Tensor& data = {});
/// The same with the kernel's input channels in groups that a dot-product instruction takes at once (ir::dotLength, which must be
/// more than 1): kernel (K/oc, C/ic, R, S, ic/group, oc, group), reduced over C/ic, R, S, ic/group and group. A block of the
/// input that is no whole number of groups is filled up with zeros where it is padded.
Conv2dExpression conv2dNchwcDot(const Conv2d& conv, int64_t ic, int64_t oc);
/// data (N, C/ic, H, W, ic), kernel (K, C, R, S), output (N, K/oc, OH, OW, oc): the operator on data in blocks, its kernel as it
/// is.
Conv2dExpression conv2dOnBlocks(const Conv2d& conv, int64_t ic, int64_t oc);
/// data (N, C, H, W), kernel (C, multiplier, R, S).
Conv2dExpression depthwiseNchw(const Conv2d& conv);
/// data (N, C/ic, H, W, ic), kernel (C/oc, 1, R, S, 1, oc), output (N, C/oc, OH, OW, oc); multiplier 1.
Conv2dExpression depthwiseNchwc(const Conv2d& conv, int64_t ic, int64_t oc, const ir::Tensor& data = {});

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <cstdint>

namespace knobscope {

/// A 2-D convolution in groups: the filters of each group read the channels of that group only. `c` and `k` count the channels of
/// all groups. One channel per group is a depthwise convolution with any multiplier.
struct GroupedConv2d : Conv2d {
    int64_t groups = 1;

    int64_t groupC() const { return c / groups; }
    int64_t groupK() const { return k / groups; }
    /// 2 * multiply-accumulates, including those on padding.
    double groupedFlops() const { return plainFlops() / static_cast<double>(groups); }
};

/// Reads AutoTVM's arguments of group_conv2d_nchw: data NCHW, kernel (K, C / groups, R, S), strides, padding, dilation, groups
/// and the output type. Refuses channels that the groups do not divide, and a kernel larger than the padded input.
GroupedConv2d readGroupedConv(ArgumentReader& reader);

/// data (N, C/ic, H, W, ic), kernel (K/oc, G/i, R, S, i, oc) with the G = C/groups channels of a group in blocks of
/// i = min(ic, G), output (N, K/oc, OH, OW, oc). A block of channels divides a group's or is a multiple of it.
Conv2dExpression groupedConvNchwc(const GroupedConv2d& conv, int64_t ic, int64_t oc);

/// The same in dot products of `word` channels (ir::dotLength, which must divide i): kernel (K/oc, G/i, R, S, i/word, oc, word),
/// reduced over G/i, R, S, i/word and word.
Conv2dExpression groupedConvNchwcDot(const GroupedConv2d& conv, int64_t ic, int64_t oc);

} // namespace knobscope

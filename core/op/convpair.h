// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <cstdint>

namespace knobscope {

/// Two convolutions in sequence; the second reads the output of the first. Either may be depthwise.
struct ConvPair {
    Conv2d first, second;
    bool isRectified = false; ///< whether a ReLU stands between them

    double plainFlops() const { return first.plainFlops() + second.plainFlops(); }
};

/// Arguments: data, then kernel, strides, padding and dilation of both, and the activation between them ("relu" or null). All
/// float32 in plain layouts. A kernel with one filter per channel means a depthwise convolution.
ConvPair readConvPair(ArgumentReader& reader, const std::string& templateName, const nlohmann::json& args);

/// Both convolutions on blocked channels: blocks of `ic` (data), `mc` (between them) and `oc` (output).
struct ConvPairExpression {
    Conv2dExpression first, second;
    ir::Tensor middle; ///< input of the second: after the activation, padded
};
ConvPairExpression convPairNchwc(const ConvPair& pair, int64_t ic, int64_t mc, int64_t oc);

} // namespace knobscope

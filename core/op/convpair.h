// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <cstdint>

namespace knobscope {

/// Two convolutions, the second of what the first makes. Either may be depthwise.
struct ConvPair {
    Conv2d first, second;
    bool isRectified = false; ///< what is between them is cut off at 0

    double plainFlops() const { return first.plainFlops() + second.plainFlops(); }
};

/// Arguments: data, then kernel, strides, padding and dilation of both, and what is between them ("relu" or null). All float32 in
/// plain layouts. A kernel of one filter a channel means a depthwise convolution.
ConvPair readConvPair(ArgumentReader& reader, const std::string& templateName, const nlohmann::json& args);

/// Both on channels in blocks of `ic` (the data's), `mc` (between them) and `oc` (the output's).
struct ConvPairExpression {
    Conv2dExpression first, second;
    ir::Tensor middle; ///< what the second reads: rectified, with its padding
};
ConvPairExpression convPairNchwc(const ConvPair& pair, int64_t ic, int64_t mc, int64_t oc);

} // namespace knobscope

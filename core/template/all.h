// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/template/template.h"

/// The functions that create the templates, in listing order. To add a template, add its file and a line here.
// clang-format off
#define KNOBSCOPE_TEMPLATES(TEMPLATE) \
    TEMPLATE(conv2dNchwcX86) \
    TEMPLATE(conv2dNchwcInt8X86) \
    TEMPLATE(conv2dNchwcTilesX86) \
    TEMPLATE(conv2dNchwcAmxX86) \
    TEMPLATE(conv2dNchwcWinogradX86) \
    TEMPLATE(conv2dPairNchwcX86) \
    TEMPLATE(depthwiseConv2dNchwcX86) \
    TEMPLATE(depthwiseConv2dRowsX86) \
    TEMPLATE(groupConv2dNchwX86) \
    TEMPLATE(groupConv2dNchwcX86) \
    TEMPLATE(denseNopackX86) \
    TEMPLATE(densePackX86) \
    TEMPLATE(denseTilesX86) \
    TEMPLATE(denseDotX86) \
    TEMPLATE(denseAmxX86) \
    TEMPLATE(batchMatmulX86) \
    TEMPLATE(batchMatmulDotX86) \
    TEMPLATE(batchMatmulAmxX86) \
    TEMPLATE(batchMatmulTilesX86) \
    TEMPLATE(conv2dSpatialPackArm) \
    TEMPLATE(tutorialMatmulV1) \
    TEMPLATE(tutorialMatmul) \
    TEMPLATE(conv2dNchwCuda) \
    TEMPLATE(conv2dNhwcCuda) \
    TEMPLATE(conv2dNhwcGpu) \
    TEMPLATE(conv2dNchwWinogradCuda) \
    TEMPLATE(depthwiseConv2dNchwCuda) \
    TEMPLATE(denseSmallBatchGpu) \
    TEMPLATE(denseLargeBatchGpu) \
    TEMPLATE(batchMatmulCuda) \
    TEMPLATE(tutorialConv2dNoBatching) \
    TEMPLATE(conv2dImplicitGemmCuda) \
    TEMPLATE(conv2dNchwTensorcoreCuda) \
    TEMPLATE(conv2dNhwcTensorcoreCuda) \
    TEMPLATE(denseTensorcoreCuda)
// clang-format on

namespace knobscope {

#define DECLARE(function) Template function();
KNOBSCOPE_TEMPLATES(DECLARE)
#undef DECLARE

} // namespace knobscope

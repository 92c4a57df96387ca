// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/template/template.h"

/// One function a template; registry.cpp lists them.
namespace knobscope {

Template conv2dNchwcX86();
Template conv2dNchwcInt8X86();
Template conv2dNchwcWinogradX86();
Template conv2dNchwcTilesX86();
Template conv2dPairNchwcX86();
Template depthwiseConv2dNchwcX86();
Template depthwiseConv2dRowsX86();
Template denseNopackX86();
Template densePackX86();
Template denseDotX86();
Template batchMatmulX86();
Template batchMatmulDotX86();
Template conv2dSpatialPackArm();
Template tutorialMatmulV1();
Template tutorialMatmul();
Template conv2dNchwCuda();
Template conv2dNhwcCuda();
Template conv2dNhwcGpu();
Template conv2dNchwWinogradCuda();
Template depthwiseConv2dNchwCuda();
Template denseSmallBatchGpu();
Template denseLargeBatchGpu();
Template batchMatmulCuda();
Template tutorialConv2dNoBatching();
Template conv2dNchwTensorcoreCuda();
Template conv2dNhwcTensorcoreCuda();
Template denseTensorcoreCuda();
Template conv2dImplicitGemmCuda();

} // namespace knobscope

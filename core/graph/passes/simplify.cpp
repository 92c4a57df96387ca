// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/passes/passes.h"

namespace knobscope {

Result<std::vector<PassReport>> simplify(Graph& graph)
{
    std::vector<PassReport> reports;
    for (const auto pass :
         {poolIntegers, integerConvs, integerFactors, foldConstants, mergeEqualNodes, foldBatchNorms, subpixelConvs, patchConvs,
          depthConvs, pixelConvs, pixelShuffles, dequantizeInReaders, removeDeadNodes}) {
        auto report = TRY(pass(graph));
        reports.push_back(std::move(report));
    }
    if (const auto right = checkGraph(graph); !right) {
        return fail(ErrorCode::Internal, "after {}: {}", reports.back().pass, right.error());
    }
    return reports;
}

} // namespace knobscope

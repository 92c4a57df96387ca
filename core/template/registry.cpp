// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/template.h"
#include "core/text/words.h"

#include <algorithm>

namespace knobscope {

const std::vector<Template>& templates()
{
    static const std::vector<Template> all{
        conv2dNchwcX86(),
        conv2dNchwcInt8X86(),
        conv2dNchwcWinogradX86(),
        conv2dNchwcTilesX86(),
        conv2dPairNchwcX86(),
        depthwiseConv2dNchwcX86(),
        depthwiseConv2dRowsX86(),
        denseNopackX86(),
        densePackX86(),
        denseDotX86(),
        batchMatmulX86(),
        batchMatmulDotX86(),
        conv2dSpatialPackArm(),
        tutorialMatmulV1(),
        tutorialMatmul(),
        conv2dNchwCuda(),
        conv2dNhwcCuda(),
        conv2dNhwcGpu(),
        conv2dNchwWinogradCuda(),
        depthwiseConv2dNchwCuda(),
        denseSmallBatchGpu(),
        denseLargeBatchGpu(),
        batchMatmulCuda(),
        tutorialConv2dNoBatching(),
        conv2dImplicitGemmCuda(),
        conv2dNchwTensorcoreCuda(),
        conv2dNhwcTensorcoreCuda(),
        denseTensorcoreCuda(),
    };
    return all;
}

Result<const Template*> findTemplate(std::string_view name)
{
    const Template* nearest = nullptr;
    size_t smallest = SIZE_MAX;
    for (const Template& candidate : templates()) {
        const bool isAlias = std::find(candidate.aliases.begin(), candidate.aliases.end(), name) != candidate.aliases.end();
        if (candidate.name == name || isAlias) {
            return &candidate;
        }
        if (const size_t distance = editDistance(name.substr(0, 100), candidate.name); distance < smallest) {
            smallest = distance;
            nearest = &candidate;
        }
    }
    return fail(ErrorCode::NotFound, "There is no template '{}'; the nearest is '{}' (`knobscope-cli templates` lists all)", name,
                nearest->name);
}

} // namespace knobscope

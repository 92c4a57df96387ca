// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/makemeasurer.h"

namespace knobscope {

Result<std::unique_ptr<Measurer>> makeMeasurer(const Target& target, const MeasureOptions& options)
{
    if (target.hasKey("cuda")) {
        return makeCudaMeasurer(target, options);
    }
    if (target.hasKey("gpu")) {
        return fail(ErrorCode::Unsupported,
                    "Kernels for '{}' can be displayed but not measured here; cuda and llvm targets can be measured",
                    target.text);
    }
    return makeLocalMeasurer(options);
}

} // namespace knobscope

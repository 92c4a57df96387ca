// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/stage.h"

namespace knobscope {

StageData makeStage(const ir::Tensor& tensor)
{
    StageData stage;
    stage.tensor = tensor;
    if (tensor.isPlaceholder()) {
        stage.scope = ir::Scope::Argument;
        return stage;
    }
    stage.axes = tensor.node().axes;
    stage.body = tensor.node().body;
    if (const auto* reduce = stage.body.as<ir::Reduce>()) {
        stage.reduceAxes = reduce->axes;
    }
    stage.leaves = stage.axes;
    stage.leaves.insert(stage.leaves.end(), stage.reduceAxes.begin(), stage.reduceAxes.end());
    return stage;
}

} // namespace knobscope

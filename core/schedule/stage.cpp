// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/stage.h"

namespace knobscope {

std::vector<ir::IterVar> StageData::allAxes() const
{
    std::vector<ir::IterVar> all = axes;
    all.insert(all.end(), reduceAxes.begin(), reduceAxes.end());
    return all;
}

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
    stage.leaves = stage.allAxes();
    return stage;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workspace/hoveredconfig.h"

#include "core/store/trialquery.h"

namespace knobscope {

std::optional<HoveredConfig> hoveredConfig(Workspace& workspace)
{
    const TrialRef hovered = workspace.selection().hovered();
    const auto tuned = hovered.isValid() ? workspace.taskOfRun(hovered.run) : nullptr;
    if (!tuned || !workspace.project()) {
        return std::nullopt;
    }
    const TrialKey key{hovered.run, hovered.number};
    const auto trial = trialRows(*workspace.project(), {&key, 1});
    if (!trial || trial->front().number <= 0) {
        return std::nullopt;
    }
    return HoveredConfig{hovered, tuned, trial->front().index};
}

std::optional<ConfigEntity> hoveredValues(Workspace& workspace)
{
    const auto current = workspace.task();
    const auto hovered = current ? hoveredConfig(workspace) : std::nullopt;
    if (!hovered || workloadKey(*hovered->task) != workloadKey(*current)) {
        return std::nullopt;
    }
    auto entity = hovered->task->space.at(hovered->index);
    return entity ? std::optional(std::move(*entity)) : std::nullopt;
}

} // namespace knobscope

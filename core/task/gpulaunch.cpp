// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/gpulaunch.h"

#include "core/template/template.h"

#include <algorithm>
#include <set>

namespace knobscope {

KnobLaunch knobLaunch(const Task& task, const ConfigEntity& entity)
{
    const auto found = findTemplate(task.name);
    return found && (*found)->launch ? (*found)->launch({task.space, task.args, entity}) : KnobLaunch();
}

std::optional<KnobShared> knobShared(const Task& task, const ConfigEntity& entity)
{
    const auto found = findTemplate(task.name);
    return found && (*found)->shared ? (*found)->shared({task.space, task.args, entity}) : std::nullopt;
}

std::vector<KnobFactor> sharedFactors(const ConfigEntity& entity)
{
    std::vector<KnobFactor> factors;
    for (const auto& [knob, value] : entity.values) {
        const auto* split = std::get_if<SplitEntity>(&value);
        for (size_t i = 1; split && i < split->sizes.size(); ++i) {
            if (split->sizes[i] > 1) {
                factors.push_back({knob, static_cast<int>(i), split->sizes[i]});
            }
        }
        static const std::set<std::string> wholes{"step",           "step_k",        "chunk",           "stages",
                                                  "block_f",        "block_p",       "block_row_warps", "block_col_warps",
                                                  "warp_row_tiles", "warp_col_tiles"};
        if (wholes.contains(knob)) {
            factors.push_back({knob, -1, wholeNumber(entity, knob)});
        }
    }
    std::stable_sort(factors.begin(), factors.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    return factors;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/script/stageloops.h"

#include <algorithm>

namespace knobscope {

std::vector<StageLoops> stageLoopsOf(const Schedule& schedule, const AppliedText& applied)
{
    std::vector<StageLoops> all;
    for (const StageData& stage : schedule.stages()) {
        if (stage.isPlaceholder() || stage.attach == AttachKind::Inline) {
            continue;
        }
        StageLoops& one = all.emplace_back();
        one.tensor = stage.tensor.name();
        for (const ir::IterVar& leaf : stage.leaves) {
            const auto named = std::ranges::find_if(applied.names, [&](const TextName& name) {
                return !name.isTensor && name.isLeaf && name.stage == one.tensor && name.loop == leaf.var;
            });
            if (named != applied.names.end()) {
                one.loops.push_back(*named);
                one.tensor = named->stage;
            }
        }
    }
    std::erase_if(all, [](const StageLoops& one) { return one.loops.empty(); });
    return all;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/configlist.h"

namespace knobscope {

Result<RunFinished> measureConfigs(const ConfigList& list, Measurer& measurer, LoopControl& control,
                                   std::span<LoopListener* const> listeners)
{
    if (list.configs.empty()) {
        return fail(ErrorCode::InvalidArgument, "There are no configs to measure");
    }
    LoopTask task{.task = list.task, .label = list.label, .isList = true};
    task.options.tuner = list.name;
    task.options.trials = std::ssize(list.configs);
    task.options.confirmTop = 0;
    task.options.prune = "off";
    task.options.seeds = list.configs;
    return makeRun(std::move(task), measurer, control, listeners)->finish();
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/lower.h"

#include "core/lower/bounds.h"
#include "core/lower/nest.h"
#include "core/lower/passes.h"

namespace knobscope {

Result<ir::LoopNest> lower(const Schedule& schedule, const std::string& kernelName, const LowerOptions& options)
{
    TRY(schedule.check());
    auto program = TRY(inferBounds(schedule, inlineStages(schedule), options.keepUnitLoops));
    auto parameters = TRY(program.parametersOf(schedule));
    ir::LoopNest nest{.name = kernelName,
                      .parameters = std::move(parameters.buffers),
                      .inputs = parameters.inputs,
                      .provenance = schedule.primitives()};
    buildNest(program, options.keepUnitLoops, nest);
    if (options.partitionLoops) {
        nest.prepare = partitionLoops(nest.prepare, program.ranges);
        nest.body = partitionLoops(nest.body, program.ranges);
    }
    return nest;
}

} // namespace knobscope

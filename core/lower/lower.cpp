// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/lower.h"

#include "core/lower/bounds.h"
#include "core/lower/inline.h"
#include "core/lower/nest.h"
#include "core/lower/partition.h"

namespace knobscope {

Result<ir::LoopNest> lower(const Schedule& schedule, const std::string& kernelName, const LowerOptions& options)
{
    TRY(schedule.check());
    auto program = TRY(inferBounds(schedule, inlineStages(schedule), options.keepUnitLoops));
    ir::LoopNest nest;
    nest.name = kernelName;
    nest.provenance = schedule.primitives();
    for (const ir::Tensor& input : schedule.inputs()) {
        const StageBounds* bounds = program.find(&input.node());
        if (!bounds) {
            return fail(ErrorCode::IllegalSchedule, "Input {} is not used by this computation", input.name());
        }
        nest.parameters.push_back(bounds->buffer);
    }
    nest.inputs = nest.parameters.size();
    for (const ir::Tensor& output : schedule.outputs()) {
        nest.parameters.push_back(program.find(&output.node())->buffer);
    }
    buildNest(program, options.keepUnitLoops, nest);
    if (options.partitionLoops) {
        nest.prepare = partitionLoops(nest.prepare, program.ranges);
        nest.body = partitionLoops(nest.body, program.ranges);
    }
    return nest;
}

} // namespace knobscope

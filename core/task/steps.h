// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/task/task.h"

namespace knobscope {

/// A line of a printed loop nest, with the primitives (Schedule::primitives) that made the loops around it, outermost first;
/// `isLoop` if the last of them is the line's own loop.
struct NestLine {
    std::string text;
    std::vector<ir::ProvenanceId> loops;
    bool isLoop = false;
};

/// The lines of a loop nest; they do not refer to the nest.
std::vector<NestLine> nestLines(const ir::LoopNest& nest);
/// Same for a GPU program; lines of blocks and threads ("each bx in 0..7:") count as loops.
std::vector<NestLine> nestLines(const ir::DeviceProgram& program);

/// A schedule after one more primitive.
struct ScheduleStep {
    ir::Provenance primitive;      ///< empty in the first step: the computation as defined
    std::vector<NestLine> lines;   ///< empty if there is no loop nest for this step
    Sentence problem;              ///< why there is no loop nest
    std::vector<bool> changed;     ///< parallel to lines: the line is not in the previous step
};

/// The loop nest after none, the first, … all primitives of a config; lowers each one separately (milliseconds per step). Returns
/// an error for a GPU template and for an illegal config.
Result<std::vector<ScheduleStep>> scheduleSteps(const Task& task, const ConfigEntity& entity);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/task/task.h"

namespace knobscope {

/// A line of a printed loop nest, with the primitives (Schedule::primitives) that made the loops around it, outermost first;
/// `isLoop` when the last of them is this line's own.
struct NestLine {
    std::string text;
    std::vector<ir::ProvenanceId> loops;
    bool isLoop = false;
};

/// A printed loop nest that can be looked at after the nest itself is gone.
std::vector<NestLine> nestLines(const ir::LoopNest& nest);
/// The same of a GPU program; the lines of blocks and threads ("each bx in 0..7:") are loops too.
std::vector<NestLine> nestLines(const ir::DeviceProgram& program);

/// A schedule after one more primitive.
struct ScheduleStep {
    ir::Provenance primitive;      ///< empty in the first step: the computation as it is defined
    std::vector<NestLine> lines;   ///< empty when there is no loop nest for this step …
    Sentence problem;              ///< … because of this
    std::vector<bool> changed;     ///< parallel to lines: not there after the step before
};

/// The loop nest after none, the first, … all primitives of a config; each is lowered anew (milliseconds a step). A GPU
/// template and an illegal config are answered with their sentence.
Result<std::vector<ScheduleStep>> scheduleSteps(const Task& task, const ConfigEntity& entity);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/loop/namedfiles.h"
#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// A run as it can go on: its task with its edits, its options, and what was measured so far.
struct ResumableRun {
    LoopTask task;
    MeasureOptions measuring;
};

/// Reads a run back. `trials` > 0 replaces its budget. The tuner is rebuilt by playing its recorded results back to it, so
/// nothing that is stored is measured again. Refuses a run that is running in another program, and one whose files the project
/// alone names (see takeFiles).
Result<ResumableRun> resumableRun(Project& project, int64_t run, int64_t trials = 0, const NamedFiles& named = {});

} // namespace knobscope

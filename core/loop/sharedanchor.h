// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measureoptions.h"
#include "core/store/project.h"
#include "core/task/task.h"

namespace knobscope {

/// Seconds of a call of the task's anchor at full pace, as the first of the project's runs has timed it that measured in the same
/// way on a machine with this CPU's name; 0: none has, or the task is a GPU's. On a shared machine two runs' own timings of it
/// may be a third apart, and what both found could then not be compared in seconds or GFLOPS.
Result<double> anchorSecondsIn(Project& project, const Task& task, const MeasureOptions& measuring);

} // namespace knobscope

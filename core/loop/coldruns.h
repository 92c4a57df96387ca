// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/store/project.h"

namespace knobscope {

/// The runs of a project that searched the very space of this task (same workload, edits and threads) with the same tuner, its
/// parameters included, ended by themselves or were stopped, and knew nothing before they began: no earlier records, no seeds.
/// Only those that were started before `before` (Unix seconds; 0: all).
Result<std::vector<ColdRun>> coldRunsOf(Project& project, const LoopTask& task, int threads, double before = 0);

} // namespace knobscope

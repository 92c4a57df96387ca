// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/study/recordedspace.h"

namespace knobscope {

/// Returns the tasks of a project as recorded spaces of which its runs, with one number of threads on one machine, measured at
/// least this share of the configs. If runs measured a config twice, the later result counts. Empty if there is no such task;
/// skips tasks that this version cannot create, and configs that its templates no longer have.
Result<std::vector<RecordedSpace>> spacesOfProject(Project& project, double minCompleteness = kMinCompleteness);

/// Reads the spaces in a file: results of another tuner (foreignspace.h), or a project file's nearly complete spaces; those that
/// searches visited if it has none. The error is the reason why there is none.
Result<std::vector<RecordedSpace>> readSpaces(const std::string& path);

} // namespace knobscope

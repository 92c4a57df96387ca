// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/study/recordedspace.h"

namespace knobscope {

/// Returns those tasks of a project as recorded spaces of which its runs measured nearly every config with one number of threads.
/// If runs measured a config twice, the later result counts. The target's text is the name of the machine. Empty if there is no
/// such task; skips tasks that this version cannot create.
Result<std::vector<RecordedSpace>> spacesOfProject(Project& project);

/// Reads the spaces in a file: one of `lab record`, results of another tuner (foreignspace.h), or spacesOfProject() of a project
/// file. The error is the reason why there is none.
Result<std::vector<RecordedSpace>> readSpaces(const std::string& path);

} // namespace knobscope

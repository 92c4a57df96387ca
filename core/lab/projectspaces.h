// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/recordedspace.h"
#include "core/store/project.h"

namespace knobscope {

/// The tasks of a project of which its runs measured nearly every config with one number of threads, as recorded spaces. Where
/// runs measured a config twice the later result counts. The machine is said by the target, since a project does not know its
/// own. Empty where no task was measured so far; tasks that this version cannot make are left out.
Result<std::vector<RecordedSpace>> spacesOfProject(Project& project);

/// What a file holds: that of `lab record`, results of another tuner (foreignspace.h), or spacesOfProject() of a project file. An
/// error says why there is none.
Result<std::vector<RecordedSpace>> readSpaces(const std::string& path);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

#include <cstdint>

namespace knobscope::cli {

/// `records export`: a project's trials, of one run or (0) of all, as an AutoTVM log of version 0.2, which is replaced.
Exit exportRecords(const Output& output, const std::string& project, int64_t run, const std::string& to);

/// Refuses a project file where a log is asked for, naming the command that makes a log of it.
Result<void> refuseProject(const std::string& log);

} // namespace knobscope::cli

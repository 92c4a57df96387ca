// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/filestatus.h"
#include "core/store/project.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// A log line, logged while a project was open.
struct LogLine {
    int64_t at = 0;      ///< Unix milliseconds
    int64_t place = 0;   ///< index among lines of the same millisecond; time and index identify a line
    int level = 0;       ///< 0: information, 1: warning, 2: error
    Sentence text;       ///< texts that the window wrote itself have no pattern
    int64_t run = 0;     ///< run that the line is about; 0: none
    int64_t config = -1; ///< config of that run; -1: none
};

/// Number of log lines that a project keeps (the newest).
inline constexpr int64_t kMaxLogLines = 10'000;

/// Stored log lines, oldest first. Skips malformed ones.
Result<std::vector<LogLine>> storedLog(Project& project);

/// Adds lines to a project, truncating long ones and skipping those already stored. Returns false if the log cannot be written
/// now: the path leads to another file than `file` (the project was deleted or replaced), the file is read-only, or another
/// program owns one of its runs.
Result<bool> storeLog(const std::string& projectPath, const FileStatus& file, const std::vector<LogLine>& lines);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/filestatus.h"
#include "core/store/project.h"

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// A line of the log: what was said while a project was open.
struct LogLine {
    int64_t at = 0;      ///< Unix milliseconds
    int64_t place = 0;   ///< among those of the same millisecond; both together tell it from any other
    int level = 0;       ///< 0: said for information, 1: a warning, 2: an error
    Sentence text;       ///< what the window said in its own words has no pattern
    int64_t run = 0;     ///< that it is about; 0: none
    int64_t config = -1; ///< of that run; -1: none
};

/// How many lines a project keeps, the newest.
inline constexpr int64_t keptLogLines = 10'000;

/// What a project keeps, oldest first. What is no line is left out.
Result<std::vector<LogLine>> keptLog(Project& project);

/// Adds lines to a project, long ones cut off; one that is there already stays once. False when this is not the time: the path
/// leads to another file than `file` (the project was deleted or replaced), it is read-only or of an older version, which looking
/// at it must not change, or another program has one of its runs in hand.
Result<bool> keepLog(const std::string& projectPath, const FileStatus& file, const std::vector<LogLine>& lines);

} // namespace knobscope

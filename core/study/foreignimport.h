// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/study/foreignspace.h"

#include <cstdint>

namespace knobscope {

/// The rows that an import added to a project.
struct ImportedRun {
    int64_t run = 0;
    std::string label;
    int64_t trials = 0;
    int64_t failed = 0;
    double bestSeconds = 0; ///< 0: all failed
    bool hasOperations = false; ///< speeds are GFLOPS, not calls per second
};

/// Adds another tuner's results to a project, which is created if missing, as a finished run of a task without a template
/// (core/task/foreigntask.h). The same space twice is one task with two runs.
Result<ImportedRun> importForeignRun(const ForeignRun& run, const std::string& file, const std::string& projectPath);

/// Formats that exportForeign() writes: "kernel-tuner" and "t4".
const std::vector<std::string>& writableFormats();
/// Writes the trials of a run as Kernel Tuner's cache or as T4 results, from where Kernel Tuner and its tools continue. Any run
/// can be written; values of knobs that are neither numbers nor texts (splits, orders) are written as their text. Replaces the
/// file only when all is written. Returns the number of trials.
Result<int64_t> exportForeign(Project& project, int64_t run, const std::string& format, const std::string& path);

} // namespace knobscope

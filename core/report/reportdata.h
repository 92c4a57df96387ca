// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"
#include "core/store/notes.h"
#include "core/study/comparison.h"
#include "core/study/failuregroups.h"
#include "core/tuning/preparedwork.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// The best config of the runs of a workload, with its schedule and code.
struct ReportedConfig {
    int64_t run = 0;
    int64_t trial = 0;
    int64_t index = 0;
    double gflops = 0;
    double seconds = 0;
    double speedup = 0; ///< 0: unknown
    std::vector<std::pair<std::string, std::string>> knobs; ///< names and values
    std::vector<std::string> primitives; ///< "s[C].split(x, factor=8)   # tile_x"; empty if `problem` is set
    std::vector<std::string> assembly;   ///< PTX of a GPU config; empty if `problem` is set
    int innermostFirst = 0;              ///< lines, from 1, of its innermost loop; 0: unknown
    int innermostLast = 0;
    Sentence problem;
};

/// The chosen runs of one workload: the same template and arguments, whatever the edits and the target.
struct ReportedWorkload {
    std::string label;
    std::string description;   ///< "conv2d_NCHWc.x86, 64x56x56 -> 64, 3x3"
    std::vector<size_t> runs;  ///< indexes into ReportData::runs
    std::vector<TaskRow> spaces; ///< one for each target and each set of edits
    std::optional<TaskComparison> comparison; ///< of its runs by a tuner that ended at their limits; nullopt: there are none
    SpeedUnit unit = SpeedUnit::Gflops; ///< of its speeds
    std::optional<ReportedConfig> best; ///< nullopt if no trial succeeded
};

/// The data of a project that a report shows.
struct ReportData {
    std::string project;      ///< path
    std::vector<RunRow> rows; ///< the chosen runs
    std::vector<ComparedRun> runs; ///< parallel to rows
    std::vector<ReportedWorkload> workloads; ///< in the order of their first runs
    std::vector<FailureReport> failures;     ///< of the runs that have failed trials
    std::vector<KeptSchedule> schedules;     ///< schedules by hand that were timed
    std::vector<NoteRow> notes;              ///< about the project and what the report is about
    std::vector<Sentence> problems;          ///< what could not be read
    size_t unfinished = 0;                   ///< number of runs that the comparisons leave out
};

/// Reads the chosen runs and compiles the best config of each workload. Errors as in makeReport().
Result<ReportData> readReport(Project& project, const ReportRequest& request, CodeWorker& compiler,
                              const ReportProgress& progress, const std::atomic<bool>* stop);

/// Timeout with a sentence if the report was stopped.
Result<void> checkNotStopped(const std::atomic<bool>* stop);

} // namespace knobscope

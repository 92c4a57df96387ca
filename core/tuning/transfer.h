// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/tuning/loop.h"

#include <cstdint>

namespace knobscope {

/// Earlier results for a run.
struct Transfer {
    std::vector<EarlierTask> history; ///< to learn from: other shapes, other thread counts, the same space
    std::vector<Trial> known;         ///< configs of this workload that another form of its space measured in the same way
    int64_t records = 0;              ///< number of all records in the source, of this template or not
    std::vector<Sentence> sentences; ///< messages about the results found and those that could not be read
};

/// Reads the runs of a project that were started before `before` (Unix seconds; 0: all), of the same template only. Runs of the
/// same workload and threads with other edits of the space become `known`, config by config through their knobs' values; all
/// others `history`. Keeps at most 2,000 configs of a task to learn from: the fastest, and some of the rest.
Result<Transfer> transferFrom(Project& project, const Task& task, int threads, double before = 0);
/// Reads an AutoTVM log: never `known`, since another machine may have written it. Skips lines of other templates, and counts
/// unreadable ones.
Result<Transfer> transferFromLog(const std::string& path, const Task& task);

/// Checks a source of earlier results: "", "none" and "project" are always valid; a file must be a project, or a log with at
/// least one record. The error is the reason.
Result<void> checkTransferSource(const std::string& source);

/// Fills in the results from the source in the task's options (`transfer`; none if `fromScratch`): "" or "none", "project" (the
/// given one), or a file's path. Lets the fastest known config be measured again first, so that the run has a best of its own.
/// Counts the results in LoopTask::warm. Returns the messages. `before` as above, for a resumed run.
Result<std::vector<Sentence>> applyTransfer(LoopTask& task, Project* project, int threads, double before = 0);

/// For LoopTask::prepare: applies it when the run starts, so that a task learns from those tuned before it in the same project.
/// An unreadable source becomes a message, and the run starts cold.
std::function<std::vector<Sentence>(LoopTask&)> transferWhenStarted(const std::string& projectPath, int threads);

/// Earlier results that a run would use if it were started now.
struct TransferPreview {
    int64_t records = 0; ///< of the same template, in the source
    int64_t tasks = 0; ///< number of tasks with these records
    int64_t known = 0; ///< configs of this workload whose results are kept
    bool tunerLearns = true; ///< false: the tuner ignores records of other tasks
    std::vector<Sentence> sentences; ///< as the run will log them
};

/// Reads the source in the task's options and asks their tuner. `project`: the meaning of "project"; null: none, which has no
/// results. Fails like applyTransfer and makeTuner.
Result<TransferPreview> previewTransfer(LoopTask task, Project* project, int threads);

} // namespace knobscope

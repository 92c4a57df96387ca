// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/store/project.h"

#include <cstdint>

namespace knobscope {

/// What earlier results give a run.
struct Transfer {
    std::vector<EarlierTask> history; ///< other shapes, other thread counts, the same space: to learn from
    std::vector<Trial> known;         ///< configs of this workload that another form of its space measured the same way
    int64_t records = 0;              ///< all that were found there, of this template or not
    std::vector<Sentence> sentences; ///< what was found and what could not be read
};

/// From the runs of a project that were started before `before` (Unix seconds; 0: all). The same template alone counts. Runs of
/// the same workload and threads whose space had other edits become `known`, config by config through their knobs' values; all
/// others `history`. At most 2,000 configs of a task are kept to learn from: the fastest, and some of the rest.
Result<Transfer> transferFrom(Project& project, const Task& task, int threads, double before = 0);
/// From an AutoTVM log: never `known`, since another machine may have written it. Lines of other templates are left out, those
/// that cannot be read are counted.
Result<Transfer> transferFromLog(const std::string& path, const Task& task);

/// Whether earlier results can come from there: "", "none", "project" always; a file when it is a project, or a log with at least
/// one line that is a record. Says what is wrong with it.
Result<void> checkTransferSource(const std::string& source);

/// Fills in what the task's options say in `transfer`: "" or "none", "project" (the one given), or a file's path. Of configs that
/// are known already the fastest is measured again, first of all, so that the run has a best of its own.
/// Counts in LoopTask::warm what was found, and names there the project's cold runs of the task. Returns the sentences. `before`
/// as above, for a run that is resumed.
Result<std::vector<Sentence>> applyTransfer(LoopTask& task, Project* project, int threads, double before = 0);

/// For LoopTask::prepare: applies it when the run starts, so that a task learns from those tuned before it in the same project.
/// What cannot be read becomes a sentence, and the run starts cold.
std::function<std::vector<Sentence>(LoopTask&)> transferWhenStarted(const std::string& projectPath, int threads);

/// The runs of a project that searched the very space of this task (same workload, edits and threads) with the same tuner, its
/// parameters included, ended by themselves or were stopped, and knew nothing before they began: no earlier records, no seeds.
/// Only those that were started before `before` (Unix seconds; 0: all).
Result<std::vector<ColdRun>> coldRunsOf(Project& project, const LoopTask& task, int threads, double before = 0);

/// What a run would begin with if it were started now.
struct TransferPreview {
    int64_t records = 0; ///< of the same template, found in the source
    int64_t tasks = 0; ///< that they are of
    int64_t known = 0; ///< configs of this workload whose results stay
    bool tunerLearns = true; ///< false: the tuner makes nothing of records of other tasks
    std::vector<Sentence> sentences; ///< as the run will say them
};

/// Reads the source that the task's options name and asks their tuner. `project` is what "project" means; null: none, and
/// nothing is found there. Refuses what applyTransfer and makeTuner refuse.
Result<TransferPreview> previewTransfer(LoopTask task, Project* project, int threads);

} // namespace knobscope

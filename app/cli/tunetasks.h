// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "core/store/projectwriter.h"
#include "core/tuning/loop.h"

#include <cstdint>
#include <memory>

namespace knobscope::cli {

/// A finished run and its row in the project.
struct StoredRun {
    RunFinished finished;
    int64_t row = 0; ///< 0 if it is not stored
};

/// The started runs, in the order of their tasks, and the reason if they stopped early.
struct StoredRuns {
    std::vector<StoredRun> runs;
    int signal = 0; ///< signal that stopped them; 0: none
    Sentence disturbed; ///< first reason for disturbed times of a run; already reported
    std::vector<std::string> problems; ///< results missing in the log or project, and where they are instead; already reported
    bool isProjectLost = false;        ///< the project's file was deleted or replaced, which stopped the runs
};

/// Opens a project for writing runs; reports later write errors on stderr.
Result<std::unique_ptr<ProjectWriter>> openProjectWriter(const Output& output, const std::string& project);

/// Tunes tasks with progress on stderr; Ctrl-C, SIGTERM and SIGHUP stop it and keep finished trials. Stores results in
/// `project` unless it is empty, through the writer that claimed its runs if there is one, and in the log given in the first
/// task's options. Tasks that were not started stay queued in the project.
Result<StoredRuns> tuneAndStore(const Output& output, std::vector<LoopTask> tasks, const MeasureOptions& measuring,
                                const std::string& project, ProjectWriter* claiming = nullptr);

/// Final output of `tune` and `resume`: a table of the runs, and the exit code.
class RunReport
{
public:
    void add(const std::vector<LoopTask>& tasks, const StoredRuns& kept);
    /// Reports which template was fastest among `count` added runs from `first` on, which computed the same.
    void addWinner(const std::string& argument, const std::vector<LoopTask>& tasks, const StoredRuns& kept, size_t first,
                   size_t count);
    Exit show(const Output& output) const;

private:
    Table m_runs = Table({{"run", "run", "{}"},
                          {"task", "task"},
                          {"tuner", "tuner"},
                          {"trials", "trials", "{}"},
                          {"errors", "failed", "{}"},
                          {"best_gflops", "best GFLOPS (AutoTVM)", "{:.2f}"},
                          {"best_seconds", "ms", "{:.4f}", 1e3},
                          {"best_speedup", "speed-up", "{:.2f}"},
                          {"best_index", "config", "{}"},
                          {"state", "state"}})
                       .withIds({"from", "pace", "seconds", "trials_per_second", "pruning", "warm_start", "detail"});
    Table m_winners = Table({{"task", "task"},
                             {"template", "fastest template"},
                             {"args"},
                             {"best_index", "config", "{}"},
                             {"best_seconds", "ms", "{:.4f}", 1e3}})
                          .withIds({"best_gflops"});
    bool m_allWorked = true;
    std::vector<std::string> m_problems;
    int m_signal = 0;
    Sentence m_disturbed;
};

} // namespace knobscope::cli

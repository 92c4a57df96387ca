// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/record.h"
#include "core/store/runtrials.h"
#include "core/task/speedunit.h"
#include "core/task/task.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// One run of a comparison, from a project or a log.
struct ComparedRun {
    std::string name;      ///< "run 3", or the log's file name
    std::string source;    ///< path of the file
    int64_t run = 0;       ///< id in the project; 0: from a log
    std::string label;     ///< the task's label
    std::string workload;  ///< template and arguments: runs of the same workload are compared, whatever the target
    std::string target;
    SpeedUnit unit = SpeedUnit::Gflops; ///< of what `gflops` holds
    /// Parts of the experiment's name: runs of one group differ only in the seed and become one band.
    std::vector<Sentence> group;
    std::string tuner;     ///< empty: unknown (a log does not state it)
    uint64_t seed = 0;
    double started = 0;    ///< Unix seconds
    bool isUnfinished = false; ///< waiting, in progress, or stopped before its limits: excluded from group statistics
    bool isByHand = false;   ///< configs that the user measured one by one, without a tuner: only displayed
    SharedTrials trials; ///< gflops are finite; 0 if failed
    std::optional<ConfigEntity> bestEntity;

    /// The parts of its group as one name: "ga, 2 threads, cold weights".
    std::string groupName() const;
    /// Its fastest trial; null if none succeeded.
    const TrialPoint* best() const;
    double bestGflops() const
    {
        const TrialPoint* fastest = best();
        return fastest ? fastest->gflops : 0;
    }
};

/// The runs that were read, and messages about what was skipped.
struct ComparedRuns {
    std::vector<ComparedRun> runs;
    std::vector<Sentence> problems;
};

/// The runs of a project, all or those numbered. The group is the tuner, plus everything that makes an experiment different:
/// parameters and pruning other than the default, edits of the space, more than one thread, cold weights, the device, results of
/// earlier runs, configs measured first, and the target if runs of one task have several. Errors: a file that is not a project,
/// and an unknown number. `shared`: as for trialSetOf().
Result<ComparedRuns> runsOfProject(const std::string& path, std::span<const int64_t> numbers = {}, RunTrials* shared = nullptr);
/// The records of an AutoTVM log, one run per task; the group is the file name. GFLOPS need the task's FLOPs: tasks of unknown
/// templates are skipped with a message. Fails if no record is left, since the file then belongs to another tool.
Result<ComparedRuns> runsOfLog(const std::string& path);
/// Either of the two, detected by the file's first bytes.
Result<ComparedRuns> runsOfFile(const std::string& path);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sharedtrials.h"
#include "core/record/record.h"
#include "core/store/project.h"
#include "core/task/task.h"

#include <cstdint>
#include <optional>
#include <span>

namespace knobscope {

/// One run taken into a comparison, from a project or a log.
struct ComparedRun {
    std::string name;      ///< "run 3", or the log's file name
    std::string source;    ///< path of the file
    int64_t run = 0;       ///< row in the project; 0: from a log
    std::string label;     ///< of the task
    std::string workload;  ///< template and arguments: runs of the same are compared, whatever the target
    std::string target;
    /// What makes it another experiment, part by part: runs of one group differ in the seed alone and become one band.
    std::vector<Sentence> group;
    std::string tuner;     ///< empty: a log does not say
    uint64_t seed = 0;
    double started = 0;    ///< Unix seconds
    bool isCutShort = false; ///< ended before its limits: no seed like the others of its group
    bool isByHand = false;   ///< of configs that a person measured one by one: no tuner's, so it is shown and no more
    SharedTrials trials; ///< gflops are finite; 0 when failed
    std::optional<ConfigEntity> bestEntity;

    /// The parts of its group as one name: "ga, 2 threads, cold weights".
    std::string groupName() const;
    /// The largest of its trials, as its curve ends.
    double bestGflops() const;
};

/// What was read and, in sentences, what was left out.
struct ComparedRuns {
    std::vector<ComparedRun> runs;
    std::vector<Sentence> problems;
};

/// The runs of a project, all or those numbered. The group is the tuner, with what else makes runs another experiment: the
/// edits of the space, more than one thread, cold weights, the device, and the target where runs of one task have several.
/// Refuses a file that is no project, and a number that it does not have.
Result<ComparedRuns> runsOfProject(const std::string& path, std::span<const int64_t> numbers = {});
/// The records of an AutoTVM log, a run a task; the group is the file's name. GFLOPS need the task's FLOPs, so tasks of unknown
/// templates are left out with a sentence. Refused when no record is left: then it is another tool's file.
Result<ComparedRuns> runsOfLog(const std::string& path);
/// Either of the two, by the file's first bytes.
Result<ComparedRuns> runsOfFile(const std::string& path);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/record.h"
#include "core/store/project.h"
#include "core/task/task.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// The trials of a run, by number. Copies share them until one is written to: a run of a million trials takes 40 MB.
class SharedTrials
{
public:
    SharedTrials() = default;
    SharedTrials(std::vector<TrialPoint> trials)
        : m_trials(std::make_shared<std::vector<TrialPoint>>(std::move(trials)))
    {
    }
    const TrialPoint* data() const { return m_trials ? m_trials->data() : nullptr; }
    size_t size() const { return m_trials ? m_trials->size() : 0; }
    bool empty() const { return size() == 0; }
    const TrialPoint* begin() const { return data(); }
    const TrialPoint* end() const { return data() + size(); }
    const TrialPoint& operator[](size_t at) const { return (*m_trials)[at]; }
    /// This copy's own, to write to.
    std::vector<TrialPoint>& own()
    {
        if (!m_trials || m_trials.use_count() > 1) {
            m_trials = std::make_shared<std::vector<TrialPoint>>(begin(), end());
        }
        return *m_trials;
    }
    void push_back(const TrialPoint& trial) { own().push_back(trial); }

private:
    std::shared_ptr<std::vector<TrialPoint>> m_trials;
};

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
    bool isUnfinished = false; ///< waiting, going on, or ended before its limits: no seed like the others of its group
    bool isByHand = false;   ///< of configs that a person measured one by one: no tuner's, so it is shown and no more
    SharedTrials trials; ///< gflops are finite; 0 when failed
    std::optional<ConfigEntity> bestEntity;

    /// The parts of its group as one name: "ga, 2 threads, cold weights".
    std::string groupName() const;
    /// The fastest of its trials, as its curve ends; null: none succeeded.
    const TrialPoint* best() const;
    double bestGflops() const
    {
        const TrialPoint* fastest = best();
        return fastest ? fastest->gflops : 0;
    }
};

/// What was read and, in sentences, what was left out.
struct ComparedRuns {
    std::vector<ComparedRun> runs;
    std::vector<Sentence> problems;
};

/// The runs of a project, all or those numbered. The group is the tuner, with what else makes runs another experiment: its
/// parameters, another pruning than the usual, the edits of the space, more than one thread, cold weights, the device, what was
/// known from earlier runs, configs measured first, and the target where runs of one task have several.
/// Refuses a file that is no project, and a number that it does not have.
Result<ComparedRuns> runsOfProject(const std::string& path, std::span<const int64_t> numbers = {});
/// The records of an AutoTVM log, a run a task; the group is the file's name. GFLOPS need the task's FLOPs, so tasks of unknown
/// templates are left out with a sentence. Refused when no record is left: then it is another tool's file.
Result<ComparedRuns> runsOfLog(const std::string& path);
/// Either of the two, by the file's first bytes.
Result<ComparedRuns> runsOfFile(const std::string& path);

} // namespace knobscope

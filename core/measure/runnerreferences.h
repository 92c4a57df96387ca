// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/bestrate.h"
#include "core/measure/kernelcache.h"
#include "core/measure/measurer.h"
#include "core/measure/restartingworker.h"

#include <functional>
#include <map>

namespace knobscope {

/// What a runner has to know of each task before it times a config: the anchor, and the best kernel so far (TrialTimer). Kept on
/// this side, too, so that the runner that follows a crash gets it back. Tasks with the same arguments compute the same by other
/// templates: the first of them that has an anchor gives the others their scale. One thread at a time.
class RunnerReferences
{
public:
    /// Builds a config, or says why it cannot.
    using Build = std::function<Result<BuiltKernel>(const MeasureInput&)>;

    RunnerReferences(RestartingWorker& runner, const MeasureOptions& options, Build build);

    /// A new run on a task: back to its anchor, or to what the baseline says is the best.
    void begin(const nlohmann::json& task, const Baseline& baseline);
    /// Sees to it that the runner knows the task's references. Where no anchor works the first config that does becomes it.
    void ensure(const std::string& key, const nlohmann::json& task);
    /// The answer to "run" with a kernel: it may have become the best, or the anchor.
    void hear(const std::string& key, const BuiltKernel& kernel, const nlohmann::json& answer);
    /// The same, or the answer to "rank": what the anchor's seconds are by now (TrialTimer::anchorSeconds).
    void hearScale(const std::string& key, const nlohmann::json& answer);

    /// Instead: the kernel was timed wrongly, and is neither, whatever the runner takes it for.
    void takeBack(const std::string& key, bool isAnchor);

    /// Seconds of a call at full pace; 0 while they are not known.
    double anchorSeconds(const std::string& key) const;
    double bestSeconds(const std::string& key) const;
    /// The best rate of the pace loop so far; 0 for a GPU.
    double bestRate() const { return m_rate.of(m_threads); }

private:
    struct TaskReferences {
        nlohmann::json task;
        std::optional<BuiltKernel> anchor;
        double anchorSeconds = 0;
        std::optional<BuiltKernel> best; ///< none: the anchor
        double bestSpeedup = 1;
        std::optional<ConfigEntity> wantedBest; ///< not built yet
        bool isTried = false;                   ///< an anchor was looked for
        bool isLoaded = false;                  ///< the runner that there is knows all this
    };
    /// Of `task`; made where it is not known.
    TaskReferences& of(const std::string& key, const nlohmann::json& task);
    bool ensureAnchor(const std::string& key, TaskReferences& task);
    bool loadAnchor(const std::string& key, TaskReferences& task, const BuiltKernel& kernel);
    void findAnchor(const std::string& key, TaskReferences& task);
    /// The key of a task whose anchor the runner knows, and whose seconds those of this task must agree with; empty: there is
    /// none.
    std::string taskBeside(const TaskReferences& task);
    void loadBest(const std::string& key, TaskReferences& task);
    Result<Message> ask(nlohmann::json header, const BuiltKernel& kernel);

    RestartingWorker& m_runner;
    nlohmann::json m_options;
    double m_timeout;
    int m_threads;
    Build m_build;
    BestRate m_rate;
    std::map<std::string, TaskReferences> m_tasks;
};

} // namespace knobscope

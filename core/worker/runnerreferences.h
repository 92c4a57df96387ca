// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/bestrate.h"
#include "core/timing/measurer.h"
#include "core/worker/kernelcache.h"
#include "core/worker/restartingworker.h"

#include <functional>
#include <map>

namespace knobscope {

/// References that a runner needs for each task before it times a config: the anchor, and the best kernel so far (TrialTimer).
/// Also stored here, to restore them in the runner that replaces a crashed one. Tasks with the same arguments compute the same
/// with other templates: the first of them with an anchor sets the scale of the others. Not thread-safe.
class RunnerReferences
{
public:
    /// Builds a config, or returns why it cannot be built.
    using Build = std::function<Result<BuiltKernel>(const MeasureInput&)>;

    RunnerReferences(RestartingWorker& runner, const MeasureOptions& options, Build build);

    /// Starts a new run on a task: resets the best to the anchor, or to the best of the baseline.
    void begin(const nlohmann::json& task, const Baseline& baseline);
    /// Makes sure that the runner has the task's references. If no anchor works, the first config that does becomes the anchor.
    void ensure(const std::string& key, const nlohmann::json& task);
    /// Records the answer to "run" of a kernel, which may have become the best or the anchor.
    void recordResult(const std::string& key, const BuiltKernel& kernel, const nlohmann::json& answer);
    /// Records the anchor's current seconds (TrialTimer::anchorSeconds) from an answer to "run" or "rank".
    void recordScale(const std::string& key, const nlohmann::json& answer);

    /// Invalidates a kernel that was timed wrongly: it is neither best nor anchor, even if the runner has it as such.
    void invalidate(const std::string& key, bool isAnchor);

    /// Seconds per call at full pace; 0 if unknown.
    double anchorSeconds(const std::string& key) const;
    double bestSeconds(const std::string& key) const;
    /// Best rate of the pace loop so far; 0 for a GPU.
    double bestRate() const { return m_rate.rateFor(m_threads); }

private:
    struct TaskReferences {
        nlohmann::json task;
        std::optional<BuiltKernel> anchor;
        double anchorSeconds = 0;
        std::optional<BuiltKernel> best; ///< nullopt: the anchor
        double bestSpeedup = 1;
        std::optional<ConfigEntity> wantedBest; ///< not built yet
        bool isTried = false; ///< an anchor was searched for
        bool isLoaded = false; ///< the current runner has all of this
    };
    /// Returns the references of `task`, created if missing.
    TaskReferences& referencesOf(const std::string& key, const nlohmann::json& task);
    bool ensureAnchor(const std::string& key, TaskReferences& task);
    bool loadAnchor(const std::string& key, TaskReferences& task, const BuiltKernel& kernel);
    void findAnchor(const std::string& key, TaskReferences& task);
    /// Key of a task whose anchor the runner has and whose scale this task must share; empty if there is none.
    std::string sharedScaleTask(const TaskReferences& task);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/runnerreferences.h"

#include "core/base/member.h"
#include "core/task/task.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>

namespace knobscope {

namespace {

// Minimum timeout for references, which take a third of a second to time: a short limit meant for the tested kernels must not
// stop them, or every kernel fails.
constexpr double kMinTimeout = 10;

} // namespace

RunnerReferences::RunnerReferences(RestartingWorker& runner, const MeasureOptions& options, Build build)
    : m_runner(runner)
    , m_options(nlohmann::json(options))
    , m_timeout(std::max(options.timeoutSeconds, kMinTimeout))
    , m_threads(std::max(1, options.threads))
    , m_build(std::move(build))
{
}

Result<Message> RunnerReferences::ask(nlohmann::json header, const BuiltKernel& kernel)
{
    header["kernel"] = kernel.header;
    header["options"] = m_options;
    header["best_rate"] = bestRate();
    auto answer = TRY(m_runner.askUndisturbed({std::move(header), kernel.code}, m_timeout));
    m_runner.markUsed();
    m_rate.offer(m_threads, memberOr(answer.header, "best_rate", 0.0));
    return answer;
}

RunnerReferences::TaskReferences& RunnerReferences::referencesOf(const std::string& key, const nlohmann::json& task)
{
    TaskReferences& found = m_tasks[key];
    if (found.task.is_null()) {
        found.task = task;
    }
    return found;
}

void RunnerReferences::begin(const nlohmann::json& json, const Baseline& baseline)
{
    const std::string key = json.dump();
    TaskReferences& task = referencesOf(key, json);
    if (baseline.anchorSeconds > 0) {
        task.isLoaded = task.isLoaded && task.anchorSeconds == baseline.anchorSeconds;
        task.anchorSeconds = baseline.anchorSeconds;
    }
    task.best.reset();
    task.bestSpeedup = baseline.best ? baseline.bestSpeedup : 1;
    task.wantedBest = baseline.best;
    if (task.isLoaded && m_runner.ask({{{"op", "forget best"}, {"key", key}}, {}}, m_timeout)) {
        m_runner.markUsed();
    }
}

bool RunnerReferences::loadAnchor(const std::string& key, TaskReferences& task, const BuiltKernel& kernel)
{
    const auto answer = ask({{"op", "anchor"},
                             {"key", key},
                             {"seconds", task.anchorSeconds},
                             {"beside", task.anchorSeconds > 0 ? std::string() : sharedScaleTask(task)}},
                            kernel);
    const double seconds = answer ? memberOr(answer->header, "seconds", 0.0) : 0;
    task.anchorSeconds = seconds > 0 ? seconds : task.anchorSeconds;
    return seconds > 0;
}

std::string RunnerReferences::sharedScaleTask(const TaskReferences& task)
{
    const auto part = [](const TaskReferences& of, const char* name) { return memberOr(of.task, name, nlohmann::json()); };
    const nlohmann::json args = part(task, "args");
    for (auto& [key, other] : m_tasks) {
        const bool isSameComputation = &other != &task && other.anchorSeconds > 0 && args.is_array()
                                    && part(other, "args") == args && part(other, "target") == part(task, "target");
        if (isSameComputation && ensureAnchor(key, other)) {
            return key;
        }
    }
    return {};
}

bool RunnerReferences::ensureAnchor(const std::string& key, TaskReferences& task)
{
    if (!task.isLoaded && task.anchor) {
        task.isLoaded = loadAnchor(key, task, *task.anchor);
    } else if (!task.isLoaded && !task.isTried) {
        findAnchor(key, task);
    }
    return task.isLoaded;
}

void RunnerReferences::findAnchor(const std::string& key, TaskReferences& task)
{
    task.isTried = true;
    const auto made = taskFromJson(task.task);
    for (const ConfigEntity& config : made ? anchorConfigs(*made) : std::vector<ConfigEntity>()) {
        auto built = m_build({task.task, config});
        if (built && loadAnchor(key, task, *built)) {
            task.anchor = std::move(*built);
            task.isLoaded = true;
            return;
        }
    }
}

void RunnerReferences::loadBest(const std::string& key, TaskReferences& task)
{
    if (task.wantedBest) {
        if (auto built = m_build({task.task, *task.wantedBest})) {
            task.best = std::move(*built);
        }
        task.wantedBest.reset();
    }
    if (!task.best) {
        task.bestSpeedup = 1;
        return;
    }
    const auto answer = ask({{"op", "best"}, {"key", key}, {"speedup", task.bestSpeedup}}, *task.best);
    if (!answer || !answer->header.contains("ok")) {
        task.best.reset();
        task.bestSpeedup = 1;
    }
}

void RunnerReferences::ensure(const std::string& key, const nlohmann::json& json)
{
    if (!m_runner.ensure()) {
        return;
    }
    if (m_runner.isFresh()) {
        for (auto& [name, task] : m_tasks) {
            task.isLoaded = false;
        }
    }
    TaskReferences& task = referencesOf(key, json);
    if (task.isLoaded && !task.wantedBest) {
        return;
    }
    if (ensureAnchor(key, task)) {
        loadBest(key, task);
    }
}

void RunnerReferences::recordResult(const std::string& key, const BuiltKernel& kernel, const nlohmann::json& answer)
{
    m_rate.offer(m_threads, memberOr(answer, "best_rate", 0.0));
    TaskReferences& task = m_tasks[key];
    const auto costs = memberOr(answer, "costs", std::vector<double>());
    if (memberOr(answer, "is_anchor", false) && !costs.empty()) {
        task.anchor = kernel;
        task.anchorSeconds = costs.front();
        task.best.reset();
        task.bestSpeedup = 1;
        task.isLoaded = true;
    } else if (memberOr(answer, "is_best", false)) {
        task.best = kernel;
        task.bestSpeedup = fromJson<Timing>(memberOr(answer, "timing", nlohmann::json())).speedup;
    }
    recordScale(key, answer);
}

void RunnerReferences::recordScale(const std::string& key, const nlohmann::json& answer)
{
    const double seconds = memberOr(answer, "anchor_seconds", 0.0);
    if (const auto task = m_tasks.find(key); task != m_tasks.end() && task->second.isLoaded && seconds > 0) {
        task->second.anchorSeconds = seconds;
    }
}

void RunnerReferences::invalidate(const std::string& key, bool isAnchor)
{
    const auto task = m_tasks.find(key);
    if (isAnchor || task == m_tasks.end() || !task->second.isLoaded) {
        m_runner.retire(); // discards the anchor that it has
    } else if (m_runner.ask({{{"op", "forget best"}, {"key", key}}, {}}, m_timeout)) {
        m_runner.markUsed();
        loadBest(key, task->second);
    }
}

double RunnerReferences::anchorSeconds(const std::string& key) const
{
    const auto task = m_tasks.find(key);
    return task == m_tasks.end() || !(task->second.anchor) ? 0 : task->second.anchorSeconds;
}

double RunnerReferences::bestSeconds(const std::string& key) const
{
    const auto task = m_tasks.find(key);
    return task == m_tasks.end() || !task->second.anchor ? 0 : task->second.anchorSeconds / task->second.bestSpeedup;
}

} // namespace knobscope

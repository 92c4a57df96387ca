// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/networkplan.h"

#include "core/target/bestrate.h"
#include "core/target/machineprofile.h"
#include "core/task/machinelimit.h"
#include "core/template/untuned.h"
#include "core/tuning/transfer.h"

#include <algorithm>
#include <iterator>

namespace knobscope {

namespace {

constexpr double kDefaultTrialsPerSecond = 2; // assumed before any trial is measured

/// Lower bound in seconds for all kernels of a task on this machine; 0: unknown.
double boundSecondsOf(const Task& task, int threads)
{
    const double rate = task.isGpu ? 0 : BestRate().rateFor(threads);
    return rate > 0 ? minOperations(task) / rate : 0;
}

/// Config that a network uses without tuning, if it is in the space.
std::optional<int64_t> untunedIndexOf(const Task& task, int threads)
{
    const auto made = findTemplate(task.name);
    const TargetTraits here = traitsOf(task.target, profileOf(task.target));
    const auto untuned = made ? untunedConfig(**made, task.templateSpace, here, task.args, threads) : std::nullopt;
    return untuned ? untuned->index : std::nullopt;
}

} // namespace

Result<NetworkPlan> planNetwork(const Network& network, const Target& target, TaskChoice choice)
{
    auto extracted = TRY(extractTasks(network, target, choice));
    if (extracted.tasks.empty() && !extracted.onlyExtra.empty()) {
        return fail(ErrorCode::NotFound, "No template of AutoTVM's supports any layer of {} on {}: {}", network.id(), target.text,
                    extracted.onlyExtra.front());
    }
    std::ranges::move(extracted.onlyExtra, std::back_inserter(extracted.skipped));
    if (extracted.tasks.empty() && !extracted.skipped.empty()) {
        return fail(ErrorCode::NotFound, "No template supports any layer of {} on {}: {}", network.id(), target.text,
                    extracted.skipped.front());
    }
    if (extracted.tasks.empty()) {
        return fail(ErrorCode::NotFound, "No template supports any layer of {} on {}", network.id(), target.text);
    }
    NetworkPlan plan{network.id(), target, std::move(extracted.tasks), {}, {}, std::move(extracted.skipped)};
    for (size_t i = 0; i < plan.tasks.size(); ++i) {
        const auto same = std::ranges::find_if(plan.firstOf, [&](size_t first) {
            return plan.tasks[first].op == plan.tasks[i].op && plan.tasks[first].shape == plan.tasks[i].shape;
        });
        plan.layerOf.push_back(static_cast<size_t>(same - plan.firstOf.begin()));
        if (same == plan.firstOf.end()) {
            plan.firstOf.push_back(i);
        }
    }
    return plan;
}

SharedBudget budgetOf(const NetworkBudget& budget, const NetworkPlan& plan)
{
    SharedBudget shared;
    shared.trials = budget.trials;
    shared.seconds = budget.seconds;
    const auto trials = budget.trials > 0 ? budget.trials : static_cast<int64_t>(kDefaultTrialsPerSecond * budget.seconds);
    shared.slice = std::clamp<int64_t>(trials / (2 * static_cast<int64_t>(plan.firstOf.size())), 1, shared.slice);
    return shared;
}

Result<std::vector<SharingTask>> sharingTasks(const NetworkPlan& plan, const RunOptions& run, TimingKind kind, Project& project)
{
    std::vector<SharingTask> all;
    RunOptions own = run; // only the network's budget limits it
    own.earlyStopping = 0;
    own.targetGflops = own.targetPercent = 0;
    own.transfer = "project";
    own.log.clear();
    const TargetTraits here = traitsOf(plan.target, profileOf(plan.target));
    for (size_t i = 0; i < plan.tasks.size(); ++i) {
        const NetworkTask& item = plan.tasks[i];
        auto task = TRY(makeTask(item.task, item.args, plan.target));
        SharedTask place{plan.layerOf[i],
                         static_cast<double>(item.count),
                         item.task,
                         item.plainFlops,
                         boundSecondsOf(task, kind.threads),
                         untunedRank(item.task, item.args, here),
                         untunedIndexOf(task, kind.threads)};
        auto earlier = TRY(resumableRunOf(project, task, kind));
        if (earlier) {
            all.push_back({std::move(*earlier), std::move(place)});
            continue;
        }
        TRY(makeTuner(run.tuner, task.space, run.seed, run.parameters));
        // Measured first, so that a task's best is never slower.
        own.seeds = place.untunedIndex ? std::vector{*place.untunedIndex} : std::vector<int64_t>();
        all.push_back({{std::move(task), item.id, own, {}, 0}, std::move(place)});
        all.back().task.prepare = transferWhenStarted(project.path(), kind.threads);
    }
    return all;
}

} // namespace knobscope

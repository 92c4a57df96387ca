// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/kernelchoices.h"

#include "core/network/extract.h"
#include "core/network/graphworkloads.h"

#include <algorithm>
#include <array>

namespace knobscope {
namespace {

/// What is best without tuning, first one first.
constexpr std::array<std::string_view, 7> kUntuned{
    "conv2d_winograd_NCHWc.x86",        "depthwise_conv2d_rows_NCHWc.x86", "conv2d_tiles_NCHWc.x86", "dense_pack.x86",
    "conv2d_nchw_spatial_pack.arm_cpu", "depthwise_conv2d_NCHWc.x86",      "conv2d_NCHWc.x86"};

/// Winograd's transformed weights are up to seven times as large, and small images do not use them often enough.
constexpr int64_t kLeastWinogradPixels = 28;

size_t rankOf(const Task& task)
{
    const auto place = static_cast<size_t>(std::find(kUntuned.begin(), kUntuned.end(), task.name) - kUntuned.begin());
    const bool isTooSmall = place == 0 && task.args.at(0).at(1).at(2).get<int64_t>() < kLeastWinogradPixels;
    return isTooSmall ? kUntuned.size() : place;
}

Result<KernelChoice> choose(const std::vector<Task>& tasks, const KnownConfigs& known)
{
    std::optional<KernelChoice> best;
    for (const Task& task : tasks) {
        const auto config = known(task);
        if (config && (!best || config->seconds < best->seconds)) {
            best = KernelChoice{task, config->entity, config->seconds};
        }
    }
    if (best) {
        return std::move(*best);
    }
    const auto task =
        std::min_element(tasks.begin(), tasks.end(), [](const Task& a, const Task& b) { return rankOf(a) < rankOf(b); });
    auto entity = fallbackConfig(*task);
    if (!entity) {
        return fail(entity);
    }
    return KernelChoice{*task, std::move(*entity), 0};
}

} // namespace

Result<std::vector<Task>> tasksOf(const Graph& graph, const Node& node, const Target& target)
{
    std::vector<Task> tasks;
    const auto workload = workloadOf(graph, node);
    const bool hasWeights = workload && graph.value(node.inputs[1]).constant;
    if (!hasWeights) {
        return tasks;
    }
    Network network;
    network.workloads = {*workload};
    const auto extracted = extractTasks(network, target, TaskChoice::WithExtra);
    if (!extracted) {
        return fail(extracted);
    }
    for (const NetworkTask& one : extracted->tasks) {
        auto task = makeTask(one.task, one.args, target);
        if (!task) {
            return fail(task);
        }
        tasks.push_back(std::move(*task));
    }
    return tasks;
}

Result<std::map<size_t, KernelChoice>> chooseKernels(const Graph& graph, const std::vector<Group>& groups, const Target& target,
                                                     const KnownConfigs& known)
{
    std::map<size_t, KernelChoice> choices;
    std::map<std::string, KernelChoice> chosen; // by the first task of a workload
    for (const Group& group : groups) {
        const Node& node = graph.nodes[group.anchor];
        const auto tasks = tasksOf(graph, node, target);
        if (!tasks) {
            return fail(tasks.error().code, "{}: {}", nodeText(graph, node), tasks.error());
        }
        if (tasks->empty()) {
            continue;
        }
        const std::string key = workloadKey(tasks->front());
        auto found = chosen.find(key);
        if (found == chosen.end()) {
            auto choice = choose(*tasks, known);
            if (!choice) {
                return fail(choice.error().code, "{}: {}", nodeText(graph, node), choice.error());
            }
            found = chosen.emplace(key, std::move(*choice)).first;
        }
        choices.emplace(group.anchor, found->second);
    }
    return choices;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/kernelchoices.h"

#include "core/network/extract.h"
#include "core/network/graphworkloads.h"
#include "core/runtime/attentionpattern.h"
#include "core/runtime/definition.h"
#include "core/target/host.h"
#include "core/target/machineprofile.h"
#include "core/template/untuned.h"

#include <algorithm>
#include <optional>
#include <set>
#include <type_traits>

namespace knobscope {
namespace {

constexpr size_t kMostCandidates = 20;

/// Candidate for a layer without tuning results.
Result<KernelCandidate> untunedCandidate(const std::vector<Task>& tasks, int threads)
{
    const Target& target = tasks.front().target;
    const TargetTraits here = traitsOf(target, profileOf(target));
    const auto task = std::ranges::min_element(tasks, {}, [&](const Task& one) { return untunedRank(one.name, one.args, here); });
    const auto made = findTemplate(task->name);
    auto entity = made ? untunedConfig(**made, task->templateSpace, here, task->args, threads) : std::nullopt;
    if (!entity) {
        return fail(fallbackConfig(*task)); // returns the reason
    }
    KernelChoice choice{*task, std::move(*entity), 0};
    const auto layouts = TRY(layoutsOf(choice));
    return KernelCandidate{std::move(choice), layouts};
}

/// Limits the candidates, sorted by speed, to those that can matter: a layout that no candidate reads or writes always costs a
/// transform. Keeps the untuned config's layouts, then the fastest of each layout, then the fastest of the rest.
void pruneCandidates(std::vector<KernelCandidate>& candidates, const std::optional<KernelLayouts>& untuned)
{
    std::vector<bool> isKept(candidates.size());
    size_t kept = 0;
    std::set<int64_t> taken;
    std::set<int64_t> made;
    const auto keep = [&](const auto& isWanted) {
        for (size_t i = 0; i < candidates.size() && kept < kMostCandidates; ++i) {
            if (!isKept[i] && isWanted(candidates[i].layouts)) {
                isKept[i] = true;
                ++kept;
                taken.insert(candidates[i].layouts.data.block);
                made.insert(candidates[i].layouts.output.block);
            }
        }
    };
    keep([&](const KernelLayouts& one) { return one == untuned; });
    keep([&](const KernelLayouts& one) { return !taken.contains(one.data.block) || !made.contains(one.output.block); });
    keep([](const KernelLayouts&) { return true; });
    std::vector<KernelCandidate> left;
    for (size_t i = 0; i < candidates.size(); ++i) {
        if (isKept[i]) {
            left.push_back(std::move(candidates[i]));
        }
    }
    candidates = std::move(left);
}

/// Returns the fastest config for each pair of layouts.
Result<std::vector<KernelCandidate>> candidatesOf(const std::vector<Task>& tasks, const KnownConfigs& known, int threads)
{
    std::vector<KernelChoice> all;
    for (const Task& task : tasks) {
        for (KnownConfig& config : known(task)) {
            all.push_back({task, std::move(config.entity), config.seconds});
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    std::vector<KernelCandidate> candidates;
    for (KernelChoice& choice : all) {
        const auto layouts = layoutsOf(choice);
        if (layouts && std::ranges::find(candidates, *layouts, &KernelCandidate::layouts) == candidates.end()) {
            candidates.push_back({std::move(choice), *layouts});
        }
    }
    if (!candidates.empty() && candidates.size() <= kMostCandidates) {
        return candidates;
    }
    const auto untuned = untunedCandidate(tasks, threads);
    if (candidates.empty()) {
        return untuned ? Result<std::vector<KernelCandidate>>(std::vector{*untuned}) : fail(untuned);
    }
    pruneCandidates(candidates, untuned ? std::optional(untuned->layouts) : std::nullopt);
    return candidates;
}

/// True for an untuned product with columns that no block of vectors divides, such as 49: templates divide them into blocks,
/// while the kernel by definition has a shorter vector at the end. True as well for one of two computed matrices for which no
/// template knows a good config, or whose sums are long.
bool isFasterByDefinition(const Graph& graph, const Node& node, const std::vector<KernelCandidate>& candidates, int lanes)
{
    constexpr int64_t widest = 64;
    constexpr int64_t fewRows = 4;
    const Shape& output = graph.value(node.outputs[0]).type->shape;
    const Task& task = candidates.front().choice.task;
    const bool isOfBfloat16 = task.args.at(0).at(2) == ir::bfloat16.text(); // by definition it takes no dot products
    if (candidates.size() != 1 || candidates.front().choice.seconds > 0 || isOfBfloat16) {
        return false;
    }
    if (isBatchedProduct(task)) { // long sums are exact by definition
        const int64_t depth = elementsOf(graph.value(node.inputs[0]).type->shape) * output.back() / elementsOf(output);
        return !(*findTemplate(task.name))->untuned || depth > kLongestMatrixSum;
    }
    if (node.op != "MatMul" || elementsOf(output) < fewRows * output.back()) {
        return false;
    }
    // With 16 lanes any block of more than one vector is faster than the definition's kernel (60 columns: 105 and 25 GFLOPS), and
    // so is half a vector; with 8 lanes only whole vectors are.
    const int64_t step = std::min(lanes, 8);
    const auto isGood = [&](int64_t block) { return block % step == 0 || (lanes >= 16 && block > lanes); };
    for (int64_t block = step; block <= widest; ++block) {
        if (output.back() % block == 0 && isGood(block)) {
            return false;
        }
    }
    return true;
}

} // namespace

Result<std::vector<Task>> tasksOf(const Graph& graph, const Node& node, const Target& target)
{
    std::vector<Task> tasks;
    auto workload = workloadOf(graph, node);
    if (!workload) {
        return tasks;
    }
    std::visit(
        [](auto& shape) {
            if constexpr (!std::is_same_v<decltype(shape), BatchMatmulWorkload&>) {
                shape.bytes = ByteProducts::No; // the graph's own types
            }
        },
        workload->shape);
    Network network;
    network.workloads = {*workload};
    const auto extracted = TRY(extractTasks(network, target, TaskChoice::WithExtra));
    for (const NetworkTask& one : extracted.tasks) {
        auto task = TRY(makeTask(one.task, one.args, target));
        tasks.push_back(std::move(task));
    }
    return tasks;
}

Result<KernelCandidates> candidatesOf(const Graph& graph, const std::vector<Group>& groups, const Target& target,
                                      const KnownConfigs& known, int threads)
{
    KernelCandidates all;
    const int lanes = traitsOf(target, profileOf(target)).simdLanes;
    std::map<std::string, std::vector<KernelCandidate>> found; // key: first task of the workload
    const std::set<size_t> others = partsOfAttentions(graph, groups, bfloatUnits(target));
    for (const Group& group : groups) {
        if (others.contains(group.anchor)) {
            continue;
        }
        const Node& node = graph.nodes[group.anchor];
        const auto tasks = TRY(withPrefix(nodeText(graph, node), tasksOf(graph, node, target)));
        if (tasks.empty()) {
            continue;
        }
        const auto [place, isNew] = found.try_emplace(workloadKey(tasks.front()));
        if (isNew) {
            place->second = TRY(withPrefix(nodeText(graph, node), candidatesOf(tasks, known, threads)));
        }
        if (!isFasterByDefinition(graph, node, place->second, lanes)) {
            all.emplace(group.anchor, place->second);
        }
    }
    return all;
}

Result<void> fixLayouts(KernelCandidates& candidates, const Graph& graph, const std::vector<FixedLayout>& held)
{
    for (const FixedLayout& one : held) {
        const auto found =
            std::ranges::find_if(candidates, [&](const auto& of) { return nameOf(graph, graph.nodes[of.first]) == one.node; });
        if (found == candidates.end()) {
            return fail(ErrorCode::NotFound, "'{}' is not a node with a template; only the layouts of such nodes can be forced",
                        one.node);
        }
        std::vector<KernelCandidate>& all = found->second;
        const KernelLayouts wanted{one.data, one.output};
        if (std::ranges::find(all, wanted, &KernelCandidate::layouts) == all.end()) {
            std::string known;
            for (const KernelCandidate& candidate : all) {
                known += fmt::format("{}{}:{}", known.empty() ? "" : ", ", candidate.layouts.data.block,
                                     candidate.layouts.output.block);
            }
            return fail(ErrorCode::NotFound, "No config of '{}' is known for blocks {}:{}; known blocks: {}", one.node,
                        one.data.block, one.output.block, known);
        }
        std::erase_if(all, [&](const KernelCandidate& candidate) { return candidate.layouts != wanted; });
    }
    return {};
}

} // namespace knobscope

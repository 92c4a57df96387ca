// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/programreport.h"

#include "core/network/graphworkloads.h"
#include "core/network/stepwork.h"
#include "core/task/machinelimit.h"

#include <fmt/ranges.h>

#include <array>

namespace knobscope {
namespace {

constexpr std::array<const char*, 3> kKindNames{"kernel", "copy", "operator"}; ///< by StepKind

/// Describes the alternatives for a group's kernel, and the chosen one.
void describeAlternatives(NetworkStep& step, const Graph& graph, size_t anchor, const std::vector<KernelCandidate>& candidates,
                          const KernelChoice& choice)
{
    const Node& node = graph.nodes[anchor];
    const auto text = [&](ValueLayout layout, ValueId value) { return layoutText(layout, graph.value(value).type->shape); };
    for (const KernelCandidate& one : candidates) {
        if (one.choice.task.name == choice.task.name && one.choice.entity == choice.entity) {
            step.chosen = static_cast<int>(step.alternatives.size());
        }
        step.alternatives.push_back({one.layouts.data, one.layouts.output, text(one.layouts.data, node.inputs[0]),
                                     text(one.layouts.output, node.outputs[0]), one.choice.task.name, one.choice.seconds});
    }
}

/// Operations of an attention in the time of one in float32.
double speedupOfAttention(const Program& program, const Step& step, const Target& target)
{
    const bool isOfBfloats =
        step.op == "Attention" && program.graph.value(program.graph.nodes[static_cast<size_t>(step.node)].inputs[0]).isBfloat16;
    return !isOfBfloats ? 1 : hasMatrixTiles(target) ? kOfBfloatsInTiles : kOfBfloatsInDots;
}

/// Name of the first template that computes a node; empty: none.
std::string offeredTemplate(const Graph& graph, size_t node, const Target& target)
{
    const auto tasks = tasksOf(graph, graph.nodes[node], target);
    return tasks && !tasks->empty() ? tasks->front().name : std::string();
}

/// The layer's shapes, or those of the step's output.
std::string shapeOf(const Graph& graph, const Step& step)
{
    if (step.node < 0) {
        return {};
    }
    const Node& node = graph.nodes[static_cast<size_t>(step.node)];
    if (const auto workload = workloadOf(graph, node)) {
        return workload->text();
    }
    return fmt::format("{}", fmt::join(graph.value(node.outputs.at(0)).type->shape, "x"));
}

} // namespace

void describe(NetworkReport& report, const Graph& graph, const Program& program, const KernelChoices& choices,
              const KernelCandidates& candidates, const Target& target)
{
    report.kernels = static_cast<int>(program.kernels.size());
    report.cachedKernels = program.cachedKernels;
    report.lowerSeconds = program.lowerSeconds;
    report.generateSeconds = program.compileSeconds;
    report.weightBytes = program.runWeightBytes;
    report.arenaBytes = program.arenaBytes;
    report.leastArenaBytes = program.leastArenaBytes;
    for (const Step& step : program.steps) {
        NetworkStep shown{
            .name = step.name,
            .op = step.op,
            .kind = kKindNames.at(static_cast<size_t>(step.kind)),
            .layout = step.layout,
            .shape = shapeOf(graph, step),
            .task = step.task,
        };
        const StepWork work = workOf(program, step);
        shown.flops = work.flops;
        shown.leastFlops = work.flops / speedupOfAttention(program, step, target);
        shown.bytes = work.bytes;
        shown.weightBytes = work.weightBytes;
        if (!step.task.empty()) {
            const auto anchor = static_cast<size_t>(step.node);
            const KernelChoice& choice = choices.at(anchor);
            shown.knownSeconds = choice.seconds;
            shown.leastFlops = minOperations(choice.task);
            shown.config = {choice.task.name, choice.task.args, entityToJson(choice.entity)};
            describeAlternatives(shown, program.graph, anchor, candidates.at(anchor), choice);
            ++(shown.knownSeconds > 0 ? report.tuned : report.untuned);
        } else if (step.node >= 0 && step.op != "Attention") {
            shown.offered = offeredTemplate(graph, static_cast<size_t>(step.node), target);
        }
        report.transforms += step.op == "layout" ? 1 : 0;
        report.steps.push_back(std::move(shown));
    }
}

void describeTail(NetworkReport& report, const DynamicTail& tail, const std::vector<std::optional<Program>>& sections)
{
    report.steps.push_back({.name = tail.cause,
                            .op = tail.summary,
                            .kind = kKindNames.at(static_cast<size_t>(StepKind::Operator)),
                            .dependsOnData = true});
    for (const auto& section : sections) {
        report.kernels += section ? static_cast<int>(section->kernels.size()) : 0;
        report.cachedKernels += section ? section->cachedKernels : 0;
        report.lowerSeconds += section ? section->lowerSeconds : 0;
        report.generateSeconds += section ? section->compileSeconds : 0;
        report.weightBytes += section ? section->runWeightBytes : 0;
        report.arenaBytes += section ? section->arenaBytes : 0;
        report.leastArenaBytes += section ? section->leastArenaBytes : 0;
    }
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/program.h"

#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/target.h"
#include "core/runtime/assembly.h"
#include "core/task/host.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>

namespace knobscope {
namespace {

/// All of them, by several threads; the first failure.
Result<std::vector<CompiledKernel>> compileAll(const std::vector<ir::LoopNest>& nests, const LlvmTarget& target, int threads)
{
    std::vector<std::optional<Result<CompiledKernel>>> done(nests.size());
    std::atomic<size_t> next{0};
    const auto work = [&] {
        for (size_t i = next++; i < nests.size(); i = next++) {
            done[i] = compileLoopNest(nests[i], target);
        }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < threads; ++i) {
        others.emplace_back(work);
    }
    work();
    for (std::thread& other : others) {
        other.join();
    }
    std::vector<CompiledKernel> kernels;
    for (auto& one : done) {
        if (!*one) {
            return fail(*one);
        }
        kernels.push_back(std::move(**one));
    }
    return kernels;
}

} // namespace

Result<void> checkRunnable(const Graph& graph)
{
    for (const Node& node : graph.nodes) {
        if (!node.unsupported.empty()) {
            return fail(ErrorCode::Unsupported, "{}: {}", nodeText(graph, node), node.unsupported);
        }
        if (node.outputs.empty() || node.outputs.front() == kNoValue) {
            return fail(ErrorCode::Unsupported, "{}: its first output is left out", nodeText(graph, node));
        }
    }
    for (const auto* ids : {&graph.inputs, &graph.outputs}) {
        for (const ValueId id : *ids) {
            if (!graph.value(id).type) {
                return fail(ErrorCode::Unsupported, "{} is of a type that is not supported", shownName(graph.value(id).name));
            }
        }
    }
    return {};
}

Result<Program> makeProgram(std::shared_ptr<const Graph> graph, const std::vector<Group>& groups, const ProgramOptions& options)
{
    const auto target = llvmTargetOf(options.target);
    if (!target) {
        return fail(target);
    }
    if (auto supported = checkRunnable(*graph); !supported) {
        return fail(supported);
    }
    Assembly assembly(*graph, groups, options.choices, options.prefix);
    if (auto assembled = assembly.run(); !assembled) {
        return fail(assembled);
    }
    auto kernels = compileAll(assembly.nests, *target, std::max(1, options.compilers));
    if (!kernels) {
        return fail(kernels);
    }
    Program program;
    program.kernels = std::move(*kernels);
    assembly.finish(program);
    program.graph = std::move(graph);
    return program;
}

Result<Program> transformProgram(const Shape& shape, ValueLayout from, ValueLayout to, const Target& target)
{
    const auto llvm = llvmTargetOf(target);
    if (!llvm) {
        return fail(llvm);
    }
    const auto nest = layoutTransform(shape, from, to);
    if (!nest) {
        return fail(nest);
    }
    auto kernels = compileAll({*nest}, *llvm, 1);
    if (!kernels) {
        return fail(kernels);
    }
    Program program;
    program.kernels = std::move(*kernels);
    const int64_t bytes = elementsOf(shape) * 4;
    const int64_t second = alignedBytes(bytes);
    program.arenaBytes = second + bytes;
    program.leastArenaBytes = program.arenaBytes;
    Step step;
    step.op = "layout";
    step.kernel = 0;
    step.places = {{-1, 0, bytes}, {-1, second, bytes}};
    program.steps.push_back(std::move(step));
    return program;
}

} // namespace knobscope

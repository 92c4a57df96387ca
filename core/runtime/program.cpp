// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/program.h"

#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/target.h"
#include "core/graph/parallelfor.h"
#include "core/ir/printer.h"
#include "core/runtime/assembly.h"
#include "core/target/host.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>

namespace knobscope {
namespace {

using Clock = std::chrono::steady_clock;

/// Compiles a program's kernels, or finds them in the cache.
struct Compiler {
    LlvmTarget target;
    const ObjectCache* cache = nullptr;
    std::atomic<int> cached{0};

    Result<CompiledKernel> compile(const ir::LoopNest& nest)
    {
        if (!cache) {
            return compileLoopNest(nest, target);
        }
        const std::string key = ObjectCache::keyOf(
            fmt::format("{}\n{}\n{}\n{}\n{}", codeGeneratorName(), target.triple, target.cpu, target.features, ir::text(nest)));
        if (auto known = cache->find(key)) {
            ++cached;
            return std::move(*known);
        }
        auto kernel = TRY(compileLoopNest(nest, target));
        cache->store(key, kernel);
        return kernel;
    }

    /// Compiles all nests on several threads; returns the first error.
    Result<std::vector<CompiledKernel>> compileAll(const std::vector<ir::LoopNest>& nests, int threads)
    {
        std::vector<std::optional<Result<CompiledKernel>>> done(nests.size());
        parallelFor(nests.size(), threads, [&](size_t i) { done[i] = compile(nests[i]); });
        if (cache && cached < static_cast<int>(nests.size())) {
            cache->trim();
        }
        std::vector<CompiledKernel> kernels;
        for (auto& one : done) {
            auto kernel = TRY(std::move(*one));
            kernels.push_back(std::move(kernel));
        }
        return kernels;
    }
};

/// Drops constants that no Operator step reads: packed weights replace them.
Graph dropPackedConstants(const Graph& graph, const std::vector<Step>& steps)
{
    std::vector<char> isRead(graph.values.size());
    for (const Step& step : steps) {
        if (step.kind != StepKind::Operator) {
            continue;
        }
        for (const ValueId input : presentValues(graph.nodes[static_cast<size_t>(step.node)].inputs)) {
            isRead[static_cast<size_t>(input)] = 1;
        }
    }
    Graph left = graph; // shares the constants
    for (size_t v = 0; v < isRead.size(); ++v) {
        if (!isRead[v]) {
            left.values[v].constant.reset();
        }
    }
    return left;
}

} // namespace

Result<void> checkRunnable(const Graph& graph)
{
    for (const Node& node : graph.nodes) {
        if (!node.unsupported.empty()) {
            return fail(ErrorCode::Unsupported, "{}: {}", nodeText(graph, node), node.unsupported);
        }
        if (node.outputs.empty() || node.outputs.front() == kNoValue) {
            return fail(ErrorCode::Unsupported, "{}: its first output is missing", nodeText(graph, node));
        }
    }
    for (const auto* ids : {&graph.inputs, &graph.outputs}) {
        for (const ValueId id : *ids) {
            if (!graph.value(id).type) {
                return fail(ErrorCode::Unsupported, "{} has a type that is not supported", quotedName(graph.value(id).name));
            }
        }
    }
    return {};
}

Result<Program> makeProgram(const Graph& graph, const std::vector<Group>& groups, const ProgramOptions& options)
{
    const auto target = TRY(llvmTargetOf(options.target));
    TRY(checkRunnable(graph));
    const auto began = Clock::now();
    Assembly assembly(graph, groups, options.choices, options.prefix, options.compilers, profileOf(options.target),
                      bfloatUnits(options.target));
    TRY(assembly.run());
    const auto lowered = Clock::now();
    Compiler compiler{target, options.cache};
    Program program;
    program.kernels = TRY(compiler.compileAll(assembly.nests, options.compilers));
    program.threads = options.threads;
    program.cachedKernels = compiler.cached;
    program.lowerSeconds = std::chrono::duration<double>(lowered - began).count();
    program.compileSeconds = std::chrono::duration<double>(Clock::now() - lowered).count();
    assembly.finish(program);
    program.graph = dropPackedConstants(graph, program.steps);
    return program;
}

Result<Program> transformProgram(const Shape& shape, ValueLayout from, ValueLayout to, const Target& target, int threads)
{
    const auto llvm = TRY(llvmTargetOf(target));
    const auto nest = TRY(layoutTransform(shape, from, to));
    Program program;
    program.kernels = TRY(Compiler{llvm}.compileAll({nest}, 1));
    const int64_t bytes = elementsOf(shape) * 4;
    const int64_t second = alignedBytes(bytes);
    program.threads = threads;
    Step step;
    step.op = "layout";
    step.kernel = 0;
    step.scratch = alignedBytes(second + bytes);
    program.arenaBytes = step.scratch + workspaceBytes(program.kernels[0], threads);
    program.leastArenaBytes = program.arenaBytes;
    step.places = {{false, 0, bytes}, {false, second, bytes}};
    program.steps.push_back(std::move(step));
    return program;
}

} // namespace knobscope

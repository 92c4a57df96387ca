// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/compile.h"
#include "core/codegen/llvm/estimateloop.h"
#include "core/target/host.h"
#include "core/task/kernelcode.h"
#include "core/task/task.h"

namespace knobscope {

Result<CodeText> generatedText(const Target& target, const ir::LoopNest& nest, CodeLevel level)
{
    const auto wanted = TRY(llvmTargetOf(target));
    return level == CodeLevel::Assembly ? assemblyText(nest, wanted) : llvmText(nest, wanted);
}

Result<LoopEstimate> loopEstimate(const Target& target, std::span<const std::string> assembly)
{
    const AssemblyFacts facts = assemblyFactsOf(assembly);
    if (facts.innermostFirst == 0) {
        return fail(ErrorCode::InvalidArgument, "The code has no loop with vector instructions");
    }
    const auto wanted = TRY(llvmTargetOf(target));
    auto estimate = TRY(estimateLoop(assembly.subspan(static_cast<size_t>(facts.innermostFirst) - 1,
                                                      static_cast<size_t>(facts.innermostLast - facts.innermostFirst) + 1),
                                     wanted));
    for (InstructionCost& cost : estimate.costs) {
        cost.line += facts.innermostFirst - 1;
    }
    return estimate;
}

namespace {

/// A vectorized dense layer in tiles of 4 rows by 8 features.
Result<ir::LoopNest> simpleNest(const Target& target)
{
    const nlohmann::json args{{"TENSOR", {8, 32}, "float32"}, {"TENSOR", {32, 32}, "float32"}, nullptr, "float32"};
    const auto task = TRY(makeTask("dense_pack.x86", args, target));
    ConfigEntity tiles;
    tiles.values = {{"tile_y", SplitEntity{{-1, 1, 4}}},
                    {"tile_x", SplitEntity{{-1, 1, 8}}},
                    {"tile_k", SplitEntity{{-1, 4}}},
                    {"tile_inner", SplitEntity{{-1, 1}}}};
    return lowerConfig(task, tiles);
}

} // namespace

Result<void> trySimpleKernel(const Target& target)
{
    if (target.kind != "llvm") {
        return {};
    }
    const auto wanted = TRY(llvmTargetOf(target));
    const auto nest = TRY(simpleNest(target));
    TRY(assemblyText(nest, wanted));
    if (runsHere(wanted)) {
        TRY(compileLoopNest(nest, wanted));
    }
    return {};
}

} // namespace knobscope

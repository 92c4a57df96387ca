// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/tileconfigs.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <algorithm>
#include <ranges>
#include <vector>

namespace knobscope {

namespace {

/// The configurations in a loop or function, which has basic blocks.
std::vector<llvm::IntrinsicInst*> configsOf(auto&& blocks)
{
    std::vector<llvm::IntrinsicInst*> configs;
    for (llvm::BasicBlock* block : blocks) {
        for (llvm::Instruction& one : *block) {
            auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&one);
            if (call && call->getIntrinsicID() == llvm::Intrinsic::x86_ldtilecfg) {
                configs.push_back(call);
            }
        }
    }
    return configs;
}

/// Leaves one of these, at the place that comes before all of them, unless they differ.
bool share(const std::vector<llvm::IntrinsicInst*>& configs, llvm::BasicBlock& block, llvm::BasicBlock::iterator place)
{
    const auto isSame = [&](const llvm::IntrinsicInst* config) {
        return config->getArgOperand(0) == configs.front()->getArgOperand(0);
    };
    if (configs.empty() || !std::ranges::all_of(configs, isSame)) {
        return false;
    }
    configs.front()->moveBefore(block, place);
    std::ranges::for_each(configs | std::views::drop(1), [](llvm::IntrinsicInst* config) { config->eraseFromParent(); });
    return true;
}

void shareInLoop(const llvm::Loop& loop)
{
    llvm::BasicBlock* before = loop.getLoopPreheader();
    if (before && share(configsOf(loop.blocks()), *before, before->getTerminator()->getIterator())) {
        return;
    }
    std::ranges::for_each(loop.getSubLoops(), [](const llvm::Loop* inner) { shareInLoop(*inner); });
}

} // namespace

void shareTileConfigs(llvm::Function& function)
{
    const auto blocks = function | std::views::transform([](llvm::BasicBlock& block) { return &block; });
    llvm::BasicBlock& entry = function.getEntryBlock();
    if (share(configsOf(blocks), entry, entry.getFirstNonPHIOrDbgOrAlloca())) {
        return;
    }
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    std::ranges::for_each(loops, [](const llvm::Loop* loop) { shareInLoop(*loop); });
}

} // namespace knobscope

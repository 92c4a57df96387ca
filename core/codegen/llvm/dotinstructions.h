// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder.

#include "core/codegen/llvm/target.h"
#include "core/ir/type.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <array>
#include <vector>

namespace knobscope {

/// An instruction of the target on 32-bit lanes: its factor types and its number of lanes.
struct DotInstruction {
    ir::DataType a;
    ir::DataType b;
    int lanes = 0;
    std::array<const char*, 2> features{}; ///< required features of the target, all of them
    llvm::Intrinsic::ID intrinsic = llvm::Intrinsic::not_intrinsic;
    bool isOverloaded = false; ///< the intrinsic's name includes its types
};

/// Dot products of a lane's elements (ir/dot.h) for one target.
class DotProducts
{
public:
    explicit DotProducts(const LlvmTarget& target);

    /// Adds the products of both words' elements to the sums, all vectors of the same number of lanes: with one instruction if
    /// the target has it, else with plain arithmetic, which is also exact in integers.
    llvm::Value* add(llvm::IRBuilderBase& builder, llvm::Value* sum, llvm::Value* a, llvm::Value* b, ir::DataType typeA,
                     ir::DataType typeB) const;

    /// Whether one instruction multiplies pairs of int16 and another adds the products to the sums.
    bool addsSeparately(ir::DataType typeA, ir::DataType typeB, int lanes) const;

private:
    std::vector<DotInstruction> m_dots;
    std::vector<DotInstruction> m_pairs; ///< pairs of signed 16-bit integers, without an accumulator
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// For the .cpp files of this folder only.

#include "core/codegen/llvm/target.h"
#include "core/ir/type.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <array>
#include <vector>

namespace knobscope {

/// An instruction of the target that works on lanes of 32 bits: what it multiplies, how many lanes it has.
struct DotInstruction {
    ir::DataType a;
    ir::DataType b;
    int lanes = 0;
    std::array<const char*, 2> features{}; ///< all of which the target needs
    llvm::Intrinsic::ID intrinsic = llvm::Intrinsic::not_intrinsic;
    bool isOverloaded = false; ///< the intrinsic is named by its types
};

/// Dot products of a lane's elements (ir/dot.h), for one target.
class DotProducts
{
public:
    explicit DotProducts(const LlvmTarget& target);

    /// The sums with the products of both words' elements added, each a vector of as many lanes: by one instruction where the
    /// target has it, else by plain arithmetic, which is exact in integers, too.
    llvm::Value* add(llvm::IRBuilderBase& builder, llvm::Value* sum, llvm::Value* a, llvm::Value* b, ir::DataType typeA,
                     ir::DataType typeB) const;

private:
    std::vector<DotInstruction> m_dots;
    std::vector<DotInstruction> m_pairs; ///< of two signed 16-bit integers, without a sum to add to
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/type.h"

#include <llvm/IR/IRBuilder.h>

namespace knobscope {

/// Converts a value, or each lane of it, from `from` to `type`, whose LLVM type is `to`. `roundsBfloat16`: the target has
/// vcvtneps2bf16, which makes subnormal numbers zero, as its dot products do; integer arithmetic keeps them.
llvm::Value* castTo(llvm::IRBuilder<>& builder, llvm::Value* v, ir::DataType from, ir::DataType type, llvm::Type* to,
                    bool roundsBfloat16);

} // namespace knobscope

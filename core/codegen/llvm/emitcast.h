// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/type.h"

#include <llvm/IR/IRBuilder.h>

namespace knobscope {

/// A value of `from`, or each lane of it, as `type`, whose type in LLVM is `to`. `isDevice`: for a GPU, which has instructions of
/// its own for rounding to bfloat16 and TF32.
llvm::Value* castTo(llvm::IRBuilder<>& builder, llvm::Value* v, ir::DataType from, ir::DataType type, llvm::Type* to,
                    bool isDevice);

} // namespace knobscope

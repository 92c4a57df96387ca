// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/type.h"

#include <llvm/IR/IRBuilder.h>

namespace knobscope {

/// Converts a value, or each lane of it, from `from` to `type`, whose LLVM type is `to`.
llvm::Value* castTo(llvm::IRBuilder<>& builder, llvm::Value* v, ir::DataType from, ir::DataType type, llvm::Type* to);

} // namespace knobscope

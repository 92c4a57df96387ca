// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of one real number.
#include "core/codegen/llvm/emitexpr.h"
#include "core/codegen/llvm/float32math.h"
#include "core/codegen/llvm/unrolling.h"

namespace knobscope {

/// Computes in float32, except functions for which float64 has an instruction or a C library function.
/// `isRounded`: in bfloat16, for which a Gelu takes fewer instructions.
llvm::Value* ExpressionEmitter::callValue(const ir::Call& n, bool isRounded)
{
    const ir::DataType type = n.value.type();
    llvm::Value* x = value(n.value);
    if (type == ir::float64 && n.function <= ir::Function::Abs) {
        const auto intrinsic = n.function == ir::Function::Exp  ? llvm::Intrinsic::exp
                             : n.function == ir::Function::Sqrt ? llvm::Intrinsic::sqrt
                                                                : llvm::Intrinsic::fabs;
        return m_builder.CreateUnaryIntrinsic(intrinsic, x);
    }
    llvm::Value* argument = converted(x, type, ir::float32);
    const Float32Math math(m_builder, argument->getType());
    if (isRounded) {
        return converted(math.geluOfFewDigits(argument), ir::float32, ir::bfloat16);
    }
    const bool isOfNonPositive = n.function == ir::Function::Exp && isNeverPositive(n.value);
    return converted(isOfNonPositive ? math.expOfNonPositive(argument) : math.call(n.function, argument), ir::float32, type);
}

} // namespace knobscope

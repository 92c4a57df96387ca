// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between element types.
#include "core/codegen/llvm/emitexpr.h"

#include <llvm/IR/InlineAsm.h>

namespace knobscope {

namespace {

constexpr uint32_t tf32Half = 0x1000;   // of the last bit that TF32 keeps
constexpr uint32_t tf32Mask = ~0x1fffU; // the 13 bits that it drops

} // namespace

llvm::Value* ExpressionEmitter::castValue(const ir::Cast& n)
{
    return castTo(value(n.value), n.value.type(), n.type);
}

llvm::Value* ExpressionEmitter::castTo(llvm::Value* v, ir::DataType from, ir::DataType type)
{
    llvm::Type* to = typeOf(type);
    if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(v->getType())) {
        to = llvm::FixedVectorType::get(to, vector->getNumElements());
    }
    if (type.isBool()) {
        llvm::Value* zero = llvm::Constant::getNullValue(v->getType());
        return from.isFloat() ? m_builder.CreateFCmpUNE(v, zero) : m_builder.CreateICmpNE(v, zero);
    }
    const bool fromSigned = from.code == ir::TypeCode::Int;
    if (type == ir::tfloat32) {
        return from == type ? v : roundedToTf32(castTo(v, from, ir::float32));
    }
    if (from.isFloat() && type.isFloat()) {
        // Half and bfloat16 have no common conversion: they meet at float.
        if (from.bits == 16 && type.bits == 16) {
            llvm::Type* middle = m_builder.getFloatTy();
            if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(v->getType())) {
                middle = llvm::FixedVectorType::get(middle, vector->getNumElements());
            }
            return m_builder.CreateFPTrunc(m_builder.CreateFPExt(v, middle), to);
        }
        if (type == ir::bfloat16 && from == ir::float32 && !m_isDevice) {
            return roundedToBfloat(v, to);
        }
        return m_builder.CreateFPCast(v, to);
    }
    if (from.isFloat()) {
        return type.code == ir::TypeCode::UInt ? m_builder.CreateFPToUI(v, to) : m_builder.CreateFPToSI(v, to);
    }
    if (type.isFloat()) {
        return fromSigned ? m_builder.CreateSIToFP(v, to) : m_builder.CreateUIToFP(v, to);
    }
    return m_builder.CreateIntCast(v, to, fromSigned);
}

/// To the nearest, ties to even: LLVM would call a function for it that no kernel is given, lane by lane. What is no number stays
/// none.
llvm::Value* ExpressionEmitter::roundedToBfloat(llvm::Value* v, llvm::Type* to)
{
    llvm::Type* bits = v->getType()->getWithNewType(m_builder.getInt32Ty());
    const auto constant = [&](uint64_t value) { return llvm::ConstantInt::get(bits, value); };
    llvm::Value* word = m_builder.CreateBitCast(v, bits);
    llvm::Value* upper = m_builder.CreateLShr(word, constant(16));
    llvm::Value* half = m_builder.CreateAdd(constant(0x7fff), m_builder.CreateAnd(upper, constant(1)));
    llvm::Value* rounded = m_builder.CreateLShr(m_builder.CreateAdd(word, half), constant(16));
    llvm::Value* quiet = m_builder.CreateOr(upper, constant(0x40));
    llvm::Value* chosen = m_builder.CreateSelect(m_builder.CreateFCmpUNO(v, v), quiet, rounded);
    llvm::Value* narrow = m_builder.CreateTrunc(chosen, bits->getWithNewType(m_builder.getInt16Ty()));
    return m_builder.CreateBitCast(narrow, to);
}

/// To the nearest, ties away from zero, as cvt.rna.tf32.f32 does; what is no number stays as it is.
llvm::Value* ExpressionEmitter::roundedToTf32(llvm::Value* v)
{
    if (m_isDevice && !v->getType()->isVectorTy()) {
        auto* type = llvm::FunctionType::get(m_builder.getInt32Ty(), {m_builder.getFloatTy()}, false);
        auto* rounded = m_builder.CreateCall(llvm::InlineAsm::get(type, "cvt.rna.tf32.f32 $0, $1;", "=r,f", false), {v});
        return m_builder.CreateBitCast(rounded, m_builder.getFloatTy());
    }
    llvm::Type* bits = v->getType()->getWithNewType(m_builder.getInt32Ty());
    llvm::Value* sum = m_builder.CreateAdd(m_builder.CreateBitCast(v, bits), llvm::ConstantInt::get(bits, tf32Half));
    llvm::Value* rounded =
        m_builder.CreateBitCast(m_builder.CreateAnd(sum, llvm::ConstantInt::get(bits, tf32Mask)), v->getType());
    return m_builder.CreateSelect(m_builder.CreateFCmpUNO(v, v), v, rounded);
}

} // namespace knobscope

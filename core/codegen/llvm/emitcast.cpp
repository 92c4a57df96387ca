// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between element types.
#include "core/codegen/llvm/emitcast.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <numeric>
#include <vector>

namespace knobscope {

namespace {

constexpr uint32_t kTf32Half = 0x1000;   // half of the last bit that TF32 keeps
constexpr uint32_t kTf32Mask = ~0x1fffU; // clears the 13 bits that TF32 drops

/// Rounds to nearest, ties to even; keeps NaN. LLVM would call a function for each lane, which kernels do not have.
llvm::Value* roundedToBfloat(llvm::IRBuilder<>& builder, llvm::Value* v, llvm::Type* to)
{
    llvm::Type* bits = v->getType()->getWithNewType(builder.getInt32Ty());
    const auto constant = [&](uint64_t value) { return llvm::ConstantInt::get(bits, value); };
    llvm::Value* word = builder.CreateBitCast(v, bits);
    llvm::Value* upper = builder.CreateLShr(word, constant(16));
    llvm::Value* half = builder.CreateAdd(constant(0x7fff), builder.CreateAnd(upper, constant(1)));
    llvm::Value* rounded = builder.CreateLShr(builder.CreateAdd(word, half), constant(16));
    llvm::Value* quiet = builder.CreateOr(upper, constant(0x40));
    llvm::Value* chosen = builder.CreateSelect(builder.CreateFCmpUNO(v, v), quiet, rounded);
    llvm::Value* narrow = builder.CreateTrunc(chosen, bits->getWithNewType(builder.getInt16Ty()));
    return builder.CreateBitCast(narrow, to);
}

/// The same of 8 lanes, or of each 16 of them, by an instruction of AVX512-BF16; null for other numbers of lanes.
llvm::Value* roundedByInstruction(llvm::IRBuilder<>& builder, llvm::Value* v, llvm::Type* to)
{
    constexpr int most = 16;
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(v->getType());
    const int lanes = type ? static_cast<int>(type->getNumElements()) : 1;
    if (lanes != most / 2 && lanes % most != 0) {
        return nullptr;
    }
    const bool isHalf = lanes < most;
    const auto id = isHalf ? llvm::Intrinsic::x86_avx512bf16_cvtneps2bf16_256 : llvm::Intrinsic::x86_avx512bf16_cvtneps2bf16_512;
    std::vector<llvm::Value*> parts;
    for (int first = 0; first < lanes; first += most) {
        std::vector<int> own(static_cast<size_t>(isHalf ? lanes : most));
        std::iota(own.begin(), own.end(), first);
        llvm::Value* part = lanes > most ? builder.CreateShuffleVector(v, own) : v;
        parts.push_back(builder.CreateIntrinsic(id, {}, {part}));
    }
    return builder.CreateBitCast(parts.size() == 1 ? parts.front() : llvm::concatenateVectors(builder, parts), to);
}

/// Rounds to nearest, ties away from zero, like cvt.rna.tf32.f32; keeps NaN.
llvm::Value* roundedToTf32(llvm::IRBuilder<>& builder, llvm::Value* v)
{
    llvm::Type* bits = v->getType()->getWithNewType(builder.getInt32Ty());
    llvm::Value* sum = builder.CreateAdd(builder.CreateBitCast(v, bits), llvm::ConstantInt::get(bits, kTf32Half));
    llvm::Value* rounded = builder.CreateBitCast(builder.CreateAnd(sum, llvm::ConstantInt::get(bits, kTf32Mask)), v->getType());
    return builder.CreateSelect(builder.CreateFCmpUNO(v, v), v, rounded);
}

} // namespace

llvm::Value* castTo(llvm::IRBuilder<>& builder, llvm::Value* v, ir::DataType from, ir::DataType type, llvm::Type* to,
                    bool roundsBfloat16)
{
    to = v->getType()->getWithNewType(to);
    if (type.isBool()) {
        llvm::Value* zero = llvm::Constant::getNullValue(v->getType());
        return from.isFloat() ? builder.CreateFCmpUNE(v, zero) : builder.CreateICmpNE(v, zero);
    }
    const bool fromSigned = from.code == ir::TypeCode::Int;
    if (type == ir::tfloat32) {
        return from == type ? v : roundedToTf32(builder, castTo(builder, v, from, ir::float32, builder.getFloatTy(), false));
    }
    if (from.isFloat() && type.isFloat()) {
        // Half and bfloat16 have no direct conversion: convert through float.
        if (from.bits == 16 && type.bits == 16) {
            return builder.CreateFPTrunc(builder.CreateFPExt(v, to->getWithNewType(builder.getFloatTy())), to);
        }
        if (type == ir::bfloat16 && from == ir::float32) {
            llvm::Value* made = roundsBfloat16 ? roundedByInstruction(builder, v, to) : nullptr;
            return made ? made : roundedToBfloat(builder, v, to);
        }
        return builder.CreateFPCast(v, to);
    }
    if (from.isFloat()) {
        return type.code == ir::TypeCode::UInt ? builder.CreateFPToUI(v, to) : builder.CreateFPToSI(v, to);
    }
    if (type.isFloat()) {
        return fromSigned ? builder.CreateSIToFP(v, to) : builder.CreateUIToFP(v, to);
    }
    return builder.CreateIntCast(v, to, fromSigned);
}

} // namespace knobscope

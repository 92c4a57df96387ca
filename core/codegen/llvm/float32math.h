// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/expr.h"

#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <initializer_list>

namespace knobscope {

/// The minimum (maximum) of two floats, scalars or vectors; NaN if either is NaN. One instruction if one of them is a
/// constant.
llvm::Value* smallerOf(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b);
llvm::Value* largerOf(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b);

/// Functions of float32 scalars or vectors as instructions without branches or calls: a library function would be called for
/// each lane. core/ir/expr.h states their error bounds.
class Float32Math
{
public:
    /// `type`: float, or a vector of it.
    Float32Math(llvm::IRBuilder<>& builder, llvm::Type* type)
        : m_builder(builder)
        , m_type(type)
    {
    }
    llvm::Value* call(ir::Function function, llvm::Value* x) const;
    /// e^x for x <= 0, in fewer instructions.
    llvm::Value* expOfNonPositive(llvm::Value* x) const;
    /// Gelu to 12 bits and 1e-17, for results that are rounded to bfloat16's 8.
    llvm::Value* geluOfFewDigits(llvm::Value* x) const;

private:
    /// A number as 2^n * e^r, with |r| at most about half of ln 2. `shifted` is n + 1.5 * 2^23: its low bits are n.
    struct Reduced {
        llvm::Value* shifted;
        llvm::Value* rest;
    };
    llvm::Value* number(double value) const { return llvm::ConstantFP::get(m_type, value); }
    llvm::Value* fma(llvm::Value* a, llvm::Value* b, llvm::Value* c) const;
    llvm::Value* polynomial(llvm::Value* x, std::initializer_list<double> highestFirst) const;
    llvm::Value* asBits(llvm::Value* x) const;
    llvm::Value* fromBits(llvm::Value* bits) const;
    llvm::Value* integer(uint32_t value) const;
    llvm::Value* absolute(llvm::Value* x) const;
    llvm::Value* withSignOf(llvm::Value* size, llvm::Value* sign) const;
    Reduced reduced(llvm::Value* x) const;
    Reduced reducedWithin(llvm::Value* x, double least, double most) const;
    llvm::Value* expm1OfRest(llvm::Value* rest) const;
    llvm::Value* powerOfTwo(llvm::Value* shifted, int more) const;
    llvm::Value* expOfRest(llvm::Value* rest, double factor = 1) const;
    llvm::Value* exp(llvm::Value* x) const;
    llvm::Value* expm1(llvm::Value* x) const;
    llvm::Value* tanh(llvm::Value* x) const;
    llvm::Value* erf(llvm::Value* x) const;
    llvm::Value* gelu(llvm::Value* x) const;

    llvm::IRBuilder<>& m_builder;
    llvm::Type* m_type;
};

} // namespace knobscope

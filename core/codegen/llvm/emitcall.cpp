// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of one real number.
#include "core/codegen/llvm/emitexpr.h"

namespace knobscope {

namespace {

/// A vector's or a scalar's operations on float32 constants.
class Float32Math
{
public:
    Float32Math(llvm::IRBuilder<>& builder, llvm::Type* type)
        : m_builder(builder)
        , m_type(type)
    {
    }
    llvm::Value* number(double value) const { return llvm::ConstantFP::get(m_type, value); }
    llvm::Value* fma(llvm::Value* a, llvm::Value* b, llvm::Value* c) const
    {
        return m_builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {m_type}, {a, b, c});
    }

    /// e^x as 2^n e^r with |r| at most half of ln 2, the second by a polynomial (the Cephes library's expf): vectors of it need
    /// no library, which targets with vectors would call for each lane.
    llvm::Value* exp(llvm::Value* x) const
    {
        constexpr double kLogTwoE = 1.44269504088896341;
        constexpr double kLnTwoHigh = 0.693359375;
        constexpr double kLnTwoLow = -2.12194440e-4;
        constexpr double kRounder = 12582912; // 1.5 * 2^23: what is added to it is rounded to a whole number
        llvm::Value* bounded =
            m_builder.CreateMinNum(m_builder.CreateMaxNum(x, number(-87.3365447505531)), number(88.3762626647949));
        llvm::Value* shifted = m_builder.CreateFAdd(m_builder.CreateFMul(bounded, number(kLogTwoE)), number(kRounder));
        llvm::Value* n = m_builder.CreateFSub(shifted, number(kRounder));
        llvm::Value* r = fma(n, number(-kLnTwoLow), fma(n, number(-kLnTwoHigh), bounded));
        llvm::Value* p = number(1.9875691500e-4);
        for (const double c : {1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1}) {
            p = fma(p, r, number(c));
        }
        llvm::Value* fraction = m_builder.CreateFAdd(fma(m_builder.CreateFMul(p, r), r, r), number(1));
        llvm::Type* integers = m_type->getWithNewType(m_builder.getInt32Ty());
        llvm::Value* exponent = m_builder.CreateFPToSI(n, integers);
        llvm::Value* power = m_builder.CreateShl(m_builder.CreateAdd(exponent, llvm::ConstantInt::get(integers, 127)),
                                                 llvm::ConstantInt::get(integers, 23));
        llvm::Value* result = m_builder.CreateFMul(fraction, m_builder.CreateBitCast(power, m_type));
        return m_builder.CreateSelect(m_builder.CreateFCmpUNO(x, x), x, result); // what is no number stays none
    }

private:
    llvm::IRBuilder<>& m_builder;
    llvm::Type* m_type;
};

} // namespace

llvm::Value* ExpressionEmitter::callValue(const ir::Call& n)
{
    llvm::Value* x = value(n.value);
    if (n.function == ir::Function::Sqrt) {
        return m_builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
    }
    return n.value.type() == ir::float32 ? Float32Math(m_builder, x->getType()).exp(x)
                                         : m_builder.CreateUnaryIntrinsic(llvm::Intrinsic::exp, x);
}

} // namespace knobscope

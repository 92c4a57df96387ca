// SPDX-License-Identifier: GPL-3.0-or-later
// e^x is 2^n * e^r with n = round(x / ln 2), and e^r is a polynomial (the Cephes library's expf); the other functions build on
// its parts.
#include "core/codegen/llvm/float32math.h"

#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <cmath>
#include <limits>

namespace knobscope {

namespace {

constexpr double kLogTwoE = 1.44269504088896341;
constexpr double kLnTwoHigh = 0.693359375; // 9 bits: products with n are exact
constexpr double kLnTwoLow = -2.12194440e-4;
constexpr double kRounder = 12582912; // 1.5 * 2^23: adding it rounds to an integer
constexpr uint32_t kRounderBits = 0x4B400000;
constexpr uint32_t kExponentBias = 127;
constexpr uint64_t kMantissaBits = 23;

bool isNeverNan(llvm::Value* v)
{
    const auto* constant = llvm::dyn_cast<llvm::Constant>(v);
    const auto* splat = constant && v->getType()->isVectorTy() ? constant->getSplatValue() : constant;
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(splat);
    return number && !number->isNaN();
}

/// x86's minps and maxps return their second operand if one is NaN, so the operand that may be NaN goes second. If both may be
/// NaN, tests the first one too.
llvm::Value* extremeOf(llvm::IRBuilder<>& builder, llvm::CmpInst::Predicate isFirst, llvm::Value* a, llvm::Value* b)
{
    if (isNeverNan(b)) {
        std::swap(a, b);
    }
    llvm::Value* extreme = builder.CreateSelect(builder.CreateFCmp(isFirst, a, b), a, b);
    return isNeverNan(a) ? extreme : builder.CreateSelect(builder.CreateFCmpUNO(a, a), a, extreme);
}

bool isX86(llvm::IRBuilder<>& builder)
{
    return llvm::Triple(builder.GetInsertBlock()->getModule()->getTargetTriple()).isX86();
}

} // namespace

llvm::Value* smallerOf(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b)
{
    return isX86(builder) ? extremeOf(builder, llvm::CmpInst::FCMP_OLT, a, b) : builder.CreateMinimum(a, b);
}

llvm::Value* largerOf(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b)
{
    return isX86(builder) ? extremeOf(builder, llvm::CmpInst::FCMP_OGT, a, b) : builder.CreateMaximum(a, b);
}

llvm::Value* Float32Math::call(ir::Function function, llvm::Value* x) const
{
    switch (function) {
    case ir::Function::Exp: return exp(x);
    case ir::Function::Sqrt: return m_builder.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, x);
    case ir::Function::Abs: return absolute(x);
    case ir::Function::Expm1: return expm1(x);
    case ir::Function::Tanh: return tanh(x);
    case ir::Function::Erf: return erf(x);
    case ir::Function::Gelu: return gelu(x);
    }
    return x;
}

llvm::Value* Float32Math::fma(llvm::Value* a, llvm::Value* b, llvm::Value* c) const
{
    return m_builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {m_type}, {a, b, c});
}

llvm::Value* Float32Math::polynomial(llvm::Value* x, std::initializer_list<double> highestFirst) const
{
    llvm::Value* sum = number(*highestFirst.begin());
    for (const double* c = highestFirst.begin() + 1; c != highestFirst.end(); ++c) {
        sum = fma(sum, x, number(*c));
    }
    return sum;
}

llvm::Value* Float32Math::asBits(llvm::Value* x) const
{
    return m_builder.CreateBitCast(x, m_type->getWithNewType(m_builder.getInt32Ty()));
}

llvm::Value* Float32Math::fromBits(llvm::Value* bits) const
{
    return m_builder.CreateBitCast(bits, m_type);
}

llvm::Value* Float32Math::integer(uint32_t value) const
{
    return llvm::ConstantInt::get(m_type->getWithNewType(m_builder.getInt32Ty()), value);
}

llvm::Value* Float32Math::absolute(llvm::Value* x) const
{
    return m_builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
}

llvm::Value* Float32Math::withSignOf(llvm::Value* size, llvm::Value* sign) const
{
    return m_builder.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, size, sign);
}

/// For NaN, rest is NaN and n arbitrary.
Float32Math::Reduced Float32Math::reduced(llvm::Value* x) const
{
    llvm::Value* shifted = fma(x, number(kLogTwoE), number(kRounder));
    llvm::Value* n = m_builder.CreateFSub(shifted, number(kRounder));
    return {shifted, fma(n, number(-kLnTwoLow), fma(n, number(-kLnTwoHigh), x))};
}

/// Clamps x to [least, most] first.
Float32Math::Reduced Float32Math::reducedWithin(llvm::Value* x, double least, double most) const
{
    return reduced(smallerOf(m_builder, number(most), largerOf(m_builder, number(least), x)));
}

llvm::Value* Float32Math::expm1OfRest(llvm::Value* rest) const
{
    llvm::Value* p =
        polynomial(rest, {1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1});
    return fma(m_builder.CreateFMul(p, rest), rest, rest);
}

/// 2^(n + more), if that is a normal number.
llvm::Value* Float32Math::powerOfTwo(llvm::Value* shifted, int more) const
{
    const auto bias = static_cast<uint32_t>(static_cast<int>(kExponentBias) + more);
    return fromBits(m_builder.CreateAdd(m_builder.CreateShl(asBits(shifted), kMantissaBits), integer(bias << kMantissaBits)));
}

/// x * 2^n in two steps: 2^n alone may overflow float32 when the product does not, and subnormal results are rounded once.
llvm::Value* Float32Math::timesPower(llvm::Value* x, llvm::Value* shifted) const
{
    const auto power = [&](llvm::Value* n) {
        return fromBits(m_builder.CreateShl(m_builder.CreateAdd(n, integer(kExponentBias)), kMantissaBits));
    };
    llvm::Value* n = m_builder.CreateSub(asBits(shifted), integer(kRounderBits));
    llvm::Value* half = m_builder.CreateAShr(n, 1);
    return m_builder.CreateFMul(m_builder.CreateFMul(x, power(half)), power(m_builder.CreateSub(n, half)));
}

/// e^-104 is less than half of the smallest float32, e^89 exceeds the largest.
llvm::Value* Float32Math::exp(llvm::Value* x) const
{
    const Reduced parts = reducedWithin(x, -104, 89);
    return timesPower(m_builder.CreateFAdd(expm1OfRest(parts.rest), number(1)), parts.shifted);
}

/// 2 * (2^(n-1) * (e^r - 1) + 2^(n-1) - 1/2): 2^n itself would overflow for the largest arguments.
llvm::Value* Float32Math::expm1(llvm::Value* x) const
{
    const Reduced parts = reducedWithin(x, -30, 89);
    llvm::Value* halfPower = powerOfTwo(parts.shifted, -1);
    llvm::Value* half = fma(halfPower, expm1OfRest(parts.rest), m_builder.CreateFSub(halfPower, number(0.5)));
    return withSignOf(m_builder.CreateFAdd(half, half), x);
}

/// -t / (t + 2) with t = e^(-2|x|) - 1.
llvm::Value* Float32Math::tanh(llvm::Value* x) const
{
    llvm::Value* t = expm1(m_builder.CreateFMul(absolute(x), number(-2)));
    return withSignOf(m_builder.CreateFDiv(t, m_builder.CreateFAdd(t, number(2))), x);
}

/// Polynomials of N. Juffa's erff: x + x * p(x^2) near 0, else 1 - e^q(|x|).
llvm::Value* Float32Math::erf(llvm::Value* x) const
{
    constexpr double kNear = 0.927734375;
    constexpr double kOne = 4; // erf is 1 from here on
    llvm::Value* a = smallerOf(m_builder, number(kOne), absolute(x));
    llvm::Value* square = m_builder.CreateFMul(a, a);
    llvm::Value* high = fma(number(-1.72853470e-5), a, number(3.83197126e-4));
    llvm::Value* low = fma(number(-3.88396438e-3), a, number(2.42546219e-2));
    llvm::Value* q = fma(high, square, low);
    for (const double c : {-1.06777877e-1, -6.34846687e-1, -1.28717512e-1}) {
        q = fma(q, a, number(c));
    }
    const Reduced parts = reduced(fma(q, a, m_builder.CreateFNeg(a))); // argument from -17 to 0
    llvm::Value* power = powerOfTwo(parts.shifted, 0);
    llvm::Value* far = m_builder.CreateFSub(number(1), fma(expm1OfRest(parts.rest), power, power));
    llvm::Value* p =
        polynomial(square, {-5.96761703e-4, 4.99119423e-3, -2.67681349e-2, 1.12819925e-1, -3.76125336e-1, 1.28379166e-1});
    llvm::Value* near = fma(p, a, a);
    return withSignOf(m_builder.CreateSelect(m_builder.CreateFCmpOGT(a, number(kNear)), far, near), x);
}

/// max(x, 0) - |x| Q(|x|), where Q is the upper tail of the normal distribution. e^(x^2/2) Q is t times a polynomial of 2t - 1
/// with t = 1 / (1 + 0.3 |x|), fitted to 4e-9 up to 14.6; beyond, Q is less than half of the smallest float32. The rounding
/// errors of 1 + 0.3 |x| and of the division are computed and corrected (`missing`, relative), since the polynomial would amplify
/// them. x^2 is computed as h^2 + (x - h)(x + h), where h is the upper half of x's bits, since an absolute error of x^2 / 2 is a
/// relative error of Q. At most 3.6 ulp off with fused multiply-adds.
llvm::Value* Float32Math::gelu(llvm::Value* x) const
{
    constexpr uint32_t kUpperHalf = 0xfffff000;
    llvm::Value* a = smallerOf(m_builder, number(14.6), absolute(x));
    llvm::Value* divisor = fma(a, number(0.3), number(1));
    llvm::Value* t = m_builder.CreateFDiv(number(1), divisor);
    llvm::Value* minusT = m_builder.CreateFNeg(t);
    llvm::Value* missing = fma(minusT, divisor, number(1));
    missing = fma(minusT, fma(a, number(0.3), m_builder.CreateFSub(number(1), divisor)), missing);
    llvm::Value* u = fma(m_builder.CreateFMul(number(2), t), missing, fma(number(2), t, number(-1)));
    llvm::Value* p = polynomial(u, {-4.073552542e-5, 7.747754291e-5, 2.8064183683e-4, -5.7030430949e-4, -2.423365812e-3,
                                    1.816180581e-3, 2.7760298883e-2, 8.6549694481e-2, 1.6457948938e-1, 2.2197062093e-1});
    llvm::Value* h = fromBits(m_builder.CreateAnd(asBits(a), integer(kUpperHalf)));
    llvm::Value* high = m_builder.CreateFMul(m_builder.CreateFMul(h, h), number(0.5));
    llvm::Value* low =
        m_builder.CreateFMul(m_builder.CreateFMul(m_builder.CreateFSub(a, h), m_builder.CreateFAdd(a, h)), number(0.5));
    llvm::Value* shifted = fma(m_builder.CreateFMul(a, a), number(-0.5 * kLogTwoE), number(kRounder));
    llvm::Value* n = m_builder.CreateFSub(shifted, number(kRounder));
    llvm::Value* rest = fma(n, number(-kLnTwoHigh), m_builder.CreateFNeg(high));
    rest = fma(n, number(-kLnTwoLow), m_builder.CreateFSub(rest, low));
    llvm::Value* scale = m_builder.CreateFMul(p, m_builder.CreateFMul(fma(t, missing, t), a));
    llvm::Value* tail = timesPower(fma(scale, expm1OfRest(rest), scale), shifted);
    llvm::Value* result = m_builder.CreateFSub(largerOf(m_builder, number(0), x), tail);
    const double infinity = std::numeric_limits<double>::infinity();
    return m_builder.CreateSelect(m_builder.CreateFCmpOEQ(x, number(-infinity)), number(std::nan("")), result);
}

} // namespace knobscope

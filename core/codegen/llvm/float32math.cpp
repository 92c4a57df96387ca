// SPDX-License-Identifier: GPL-3.0-or-later
// e^x is 2^n * e^r with n = round(x / ln 2), and e^r is a polynomial; the other functions build on its parts. e^r - 1 is that of
// the Cephes library's expf, which is relatively right near 0.
#include "core/codegen/llvm/float32math.h"

#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <array>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kLogTwoE = 1.44269504088896341;
constexpr double kLnTwoHigh = 0.693359375; // 9 bits: products with n are exact
constexpr double kLnTwoLow = -2.12194440e-4;
constexpr double kRounder = 12582912; // 1.5 * 2^23: adding it rounds to an integer
constexpr uint32_t kRounderBits = 0x4B400000;
constexpr uint32_t kExponentBias = 127;
constexpr uint64_t kMantissaBits = 23;
/// (e^r - 1) / r for |r| up to half of ln 2, lowest power first.
constexpr std::array kExpSlopes{0.9999997019672379, 0.49999139485688027, 0.16667647685722198, 0.041899295268243965,
                                0.008290061900825665};

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

/// factor * e^rest, with a relative error of 1.6 * 2^-24; `factor` is a power of two.
llvm::Value* Float32Math::expOfRest(llvm::Value* rest, double factor) const
{
    return polynomial(rest, {factor * kExpSlopes[4], factor * kExpSlopes[3], factor * kExpSlopes[2], factor * kExpSlopes[1],
                             factor * kExpSlopes[0], factor});
}

/// e^-104 is less than half of the smallest float32, e^89 exceeds the largest. No power of two within float32 covers both ends:
/// 2^n is 2^(n + 64) / 2^64 for negative x and 2^(n - 64) * 2^64 for others. Only the last product rounds, and a sum after it may
/// be fused with it: from 192 ln 2 on the first factor is infinite, so that infinity less e^infinity is NaN.
llvm::Value* Float32Math::exp(llvm::Value* x) const
{
    constexpr int split = 64;
    const auto bias = [](int more) { return static_cast<uint32_t>(static_cast<int>(kExponentBias) + more) << kMantissaBits; };
    const Reduced parts = reducedWithin(x, -104, (kExponentBias + 1 + split) / kLogTwoE);
    llvm::Value* isNegative = m_builder.CreateICmpSLT(asBits(x), integer(0));
    llvm::Value* biased = m_builder.CreateAdd(m_builder.CreateShl(asBits(parts.shifted), kMantissaBits),
                                              m_builder.CreateSelect(isNegative, integer(bias(split)), integer(bias(-split))));
    llvm::Value* rest = m_builder.CreateSelect(isNegative, number(std::ldexp(1, -split)), number(std::ldexp(1, split)));
    return m_builder.CreateFMul(m_builder.CreateFMul(expOfRest(parts.rest), fromBits(biased)), rest);
}

/// 2^n is 2^(n + 64) / 2^64, as in exp(); the polynomial has the second factor.
llvm::Value* Float32Math::expOfNonPositive(llvm::Value* x) const
{
    constexpr int more = 64;
    const Reduced parts = reduced(largerOf(m_builder, number(-104), x));
    return m_builder.CreateFMul(expOfRest(parts.rest, std::ldexp(1, -more)), powerOfTwo(parts.shifted, more));
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

/// max(x, 0) - |x| Q(|x|), where Q is the upper tail of the normal distribution. e^(x^2/2) |x| Q is A / (k A + M): polynomials of
/// |x| with positive coefficients, fitted to 6e-9 up to 14.6. Subnormal tails, from 13.1 on, are 0: some CPUs take more than a
/// hundred cycles for each product with a subnormal number, and x / 2 * (1 + erf(x / sqrt 2)) is 0 from 5.6 on. Where
/// A has many terms that matter it is most of the denominator, so that its rounding errors cancel. x^2 needs twice float32's
/// digits, since an absolute error of x^2 / 2 is a relative one of the tail. At most 3.8 ulp off with fused multiply-adds;
/// without them the tail's last digits are wrong below -2. NaN at -inf from (x + |x|) / 2, which is max(x, 0).
llvm::Value* Float32Math::gelu(llvm::Value* x) const
{
    constexpr double kLastNormal = 13.146245956420898; // the tail is at least 2^-126 up to here
    llvm::Value* size = absolute(x);
    llvm::Value* a = smallerOf(m_builder, number(kLastNormal), size);
    llvm::Value* top = m_builder.CreateFMul(
        a, polynomial(a, {4.127453081309795e-3, 4.070819541811943e-2, 0.1834573596715927, 0.43859466910362244, 0.5}));
    llvm::Value* rest = polynomial(a, {7.502247672888651e-6, 1.02031446929709e-2, 0.10404442840841033, 0.4217743471862381, 1});
    llvm::Value* share = m_builder.CreateFDiv(top, fma(top, number(2.5065999031066895), rest));
    llvm::Value* square = m_builder.CreateFMul(a, a);
    llvm::Value* missing = fma(a, a, m_builder.CreateFNeg(square));
    llvm::Value* shifted = fma(square, number(-0.5 * kLogTwoE), number(kRounder));
    llvm::Value* n = m_builder.CreateFSub(shifted, number(kRounder));
    llvm::Value* r = fma(n, number(-kLnTwoHigh), m_builder.CreateFMul(square, number(-0.5)));
    r = fma(n, number(-kLnTwoLow), fma(missing, number(-0.5), r));
    llvm::Value* slope = polynomial(r, {kExpSlopes[4], kExpSlopes[3], kExpSlopes[2], kExpSlopes[1], kExpSlopes[0]});
    llvm::Value* scaled = fma(m_builder.CreateFMul(share, r), slope, share);
    llvm::Value* tail = m_builder.CreateSelect(m_builder.CreateFCmpOGT(size, number(kLastNormal)), number(0),
                                               m_builder.CreateFMul(scaled, powerOfTwo(shifted, 0)));
    llvm::Value* positive = fma(x, number(0.5), m_builder.CreateFMul(size, number(0.5)));
    return m_builder.CreateFSub(positive, tail);
}

/// max(x, 0) - |x| 2^t(|x|), where t is the logarithm of the normal distribution's upper tail: a polynomial, fitted to 1e-4 up to
/// 9, where the tail is 1e-19. 2^t is a polynomial of t less its nearest integer, which is added to the exponent.
llvm::Value* Float32Math::geluOfFewDigits(llvm::Value* x) const
{
    llvm::Value* size = absolute(x);
    llvm::Value* a = smallerOf(m_builder, number(9), size);
    llvm::Value* t = polynomial(a, {-9.777588983e-07, 4.039742758e-05, -7.236089188e-04, 7.502893399e-03, -5.144635202e-02,
                                    -4.614697211e-01, -1.149892855, -1.000098449});
    llvm::Value* shifted = m_builder.CreateFAdd(t, number(kRounder));
    llvm::Value* r = m_builder.CreateFSub(t, m_builder.CreateFSub(shifted, number(kRounder)));
    llvm::Value* part = polynomial(r, {9.570102256e-03, 5.591786014e-02, 2.402474482e-01, 6.931218147e-01, 9.999992614e-01});
    llvm::Value* power = fromBits(m_builder.CreateAdd(asBits(part), m_builder.CreateShl(asBits(shifted), kMantissaBits)));
    llvm::Value* positive = fma(x, number(0.5), m_builder.CreateFMul(size, number(0.5)));
    return fma(m_builder.CreateFNeg(a), power, positive);
}

} // namespace knobscope

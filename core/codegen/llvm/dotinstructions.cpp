// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/dotinstructions.h"

#include "core/ir/dot.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsAArch64.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

namespace knobscope {

namespace {

using ir::bfloat16;
using ir::int16;
using ir::int8;
using ir::uint8;
namespace Id = llvm::Intrinsic;

/// All supported dot-product instructions, one per line. AVX512-BF16's treats subnormal numbers as zero.
constexpr DotInstruction kDots[] = {
    {uint8, int8, 16, {"avx512vnni"}, Id::x86_avx512_vpdpbusd_512},
    {uint8, int8, 8, {"avx512vnni", "avx512vl"}, Id::x86_avx512_vpdpbusd_256},
    {uint8, int8, 4, {"avx512vnni", "avx512vl"}, Id::x86_avx512_vpdpbusd_128},
    {uint8, int8, 8, {"avxvnni"}, Id::x86_avx512_vpdpbusd_256},
    {uint8, int8, 4, {"avxvnni"}, Id::x86_avx512_vpdpbusd_128},
    {int8, int8, 8, {"avxvnniint8"}, Id::x86_avx2_vpdpbssd_256},
    {int8, int8, 4, {"avxvnniint8"}, Id::x86_avx2_vpdpbssd_128},
    {uint8, uint8, 8, {"avxvnniint8"}, Id::x86_avx2_vpdpbuud_256},
    {uint8, uint8, 4, {"avxvnniint8"}, Id::x86_avx2_vpdpbuud_128},
    {int16, int16, 16, {"avx512vnni"}, Id::x86_avx512_vpdpwssd_512},
    {int16, int16, 8, {"avx512vnni", "avx512vl"}, Id::x86_avx512_vpdpwssd_256},
    {int16, int16, 4, {"avx512vnni", "avx512vl"}, Id::x86_avx512_vpdpwssd_128},
    {int16, int16, 8, {"avxvnni"}, Id::x86_avx512_vpdpwssd_256},
    {int16, int16, 4, {"avxvnni"}, Id::x86_avx512_vpdpwssd_128},
    {bfloat16, bfloat16, 16, {"avx512bf16"}, Id::x86_avx512bf16_dpbf16ps_512},
    {bfloat16, bfloat16, 8, {"avx512bf16", "avx512vl"}, Id::x86_avx512bf16_dpbf16ps_256},
    {bfloat16, bfloat16, 4, {"avx512bf16", "avx512vl"}, Id::x86_avx512bf16_dpbf16ps_128},
    {int8, int8, 4, {"dotprod"}, Id::aarch64_neon_sdot, true},
    {int8, int8, 2, {"dotprod"}, Id::aarch64_neon_sdot, true},
    {uint8, uint8, 4, {"dotprod"}, Id::aarch64_neon_udot, true},
    {uint8, uint8, 2, {"dotprod"}, Id::aarch64_neon_udot, true},
    {uint8, int8, 4, {"i8mm"}, Id::aarch64_neon_usdot, true},
    {uint8, int8, 2, {"i8mm"}, Id::aarch64_neon_usdot, true},
    {bfloat16, bfloat16, 4, {"bf16"}, Id::aarch64_neon_bfdot, true},
    {bfloat16, bfloat16, 2, {"bf16"}, Id::aarch64_neon_bfdot, true},
};

/// x86 instructions for CPUs without those. vpmaddubsw multiplies bytes, but saturates its sums of two products to 16 bits.
constexpr DotInstruction kPairs[] = {
    {int16, int16, 16, {"avx512bw"}, Id::x86_avx512_pmaddw_d_512},
    {int16, int16, 8, {"avx2"}, Id::x86_avx2_pmadd_wd},
    {int16, int16, 4, {"sse2"}, Id::x86_sse2_pmadd_wd},
};

template<size_t N>
std::vector<DotInstruction> availableInstructions(const DotInstruction (&all)[N], const std::set<std::string>& had)
{
    std::vector<DotInstruction> out;
    std::copy_if(std::begin(all), std::end(all), std::back_inserter(out), [&](const DotInstruction& one) {
        return std::ranges::all_of(one.features, [&](const char* name) { return !name || had.contains(name); });
    });
    return out;
}

std::vector<DotInstruction> dotsOf(const LlvmTarget& target, const std::set<std::string>& had)
{
    const llvm::Triple triple(target.triple);
    if (triple.isARM() || triple.isThumb()) {
        return {}; // 32-bit ARM has features of the same names, but other intrinsics
    }
    return availableInstructions(kDots, had);
}

const DotInstruction* find(const std::vector<DotInstruction>& among, ir::DataType a, ir::DataType b, int lanes)
{
    const auto at =
        std::ranges::find_if(among, [&](const DotInstruction& one) { return one.a == a && one.b == b && one.lanes == lanes; });
    return at == among.end() ? nullptr : &*at;
}

/// The even or odd elements of a vector of bytes, widened to 16 bits.
llvm::Value* alternateElements(llvm::IRBuilderBase& builder, llvm::Value* packed, ir::DataType type, bool isOdd, int lanes)
{
    llvm::Value* halves =
        builder.CreateBitCast(packed, llvm::FixedVectorType::get(builder.getInt16Ty(), 2 * static_cast<unsigned>(lanes)));
    const auto constant = [&](uint64_t value) { return llvm::ConstantInt::get(halves->getType(), value); };
    if (type == uint8) {
        return isOdd ? builder.CreateLShr(halves, constant(8)) : builder.CreateAnd(halves, constant(0xff));
    }
    return builder.CreateAShr(isOdd ? halves : builder.CreateShl(halves, constant(8)), constant(8));
}

/// Element `i` of each word, widened to the word.
llvm::Value* element(llvm::IRBuilderBase& builder, llvm::Value* packed, ir::DataType type, int i)
{
    const auto shift = [&](int bits) { return llvm::ConstantInt::get(packed->getType(), static_cast<uint64_t>(bits)); };
    llvm::Value* highest = builder.CreateShl(packed, shift(32 - type.bits * (i + 1)));
    if (type == bfloat16) {
        llvm::Value* upper = builder.CreateAnd(highest, llvm::ConstantInt::get(packed->getType(), 0xffff0000));
        return builder.CreateBitCast(upper, packed->getType()->getWithNewType(builder.getFloatTy()));
    }
    return type.code == ir::TypeCode::UInt ? builder.CreateLShr(highest, shift(32 - type.bits))
                                           : builder.CreateAShr(highest, shift(32 - type.bits));
}

/// The same value, of which LLVM does not know that it is a sum. Otherwise LLVM would add the products of several steps to each
/// other before it adds them to the sum, and keep in memory those for which no register is left. Emits no instruction.
llvm::Value* opaque(llvm::IRBuilderBase& builder, llvm::Value* sum)
{
    auto* type = llvm::FunctionType::get(sum->getType(), {sum->getType()}, false);
    return builder.CreateCall(llvm::InlineAsm::get(type, "", "=v,0", false), {sum});
}

} // namespace

DotProducts::DotProducts(const LlvmTarget& target)
{
    const std::set<std::string> had = featuresOf(target);
    m_dots = dotsOf(target, had);
    m_pairs = availableInstructions(kPairs, had);
}

bool hasDotInstruction(const LlvmTarget& target, ir::DataType a, ir::DataType b)
{
    return std::ranges::any_of(dotsOf(target, featuresOf(target)),
                               [&](const DotInstruction& one) { return one.a == a && one.b == b; });
}

bool DotProducts::addsSeparately(ir::DataType typeA, ir::DataType typeB, int lanes) const
{
    return typeA == int16 && typeB == int16 && !find(m_dots, typeA, typeB, lanes) && find(m_pairs, int16, int16, lanes);
}

llvm::Value* DotProducts::add(llvm::IRBuilderBase& builder, llvm::Value* sum, llvm::Value* a, llvm::Value* b, ir::DataType typeA,
                              ir::DataType typeB) const
{
    auto* sumType = llvm::cast<llvm::FixedVectorType>(sum->getType());
    const auto lanes = static_cast<int>(sumType->getNumElements());
    if (const DotInstruction* one = find(m_dots, typeA, typeB, lanes)) {
        llvm::Type* elements = typeA == bfloat16 ? builder.getBFloatTy() : builder.getIntNTy(static_cast<unsigned>(typeA.bits));
        std::vector<llvm::Type*> names;
        if (one->isOverloaded) {
            names = {sumType, llvm::FixedVectorType::get(elements, static_cast<unsigned>(lanes * 32 / typeA.bits))};
        }
        const auto* signature = llvm::Intrinsic::getType(builder.getContext(), one->intrinsic, names);
        return builder.CreateIntrinsic(
            one->intrinsic, names,
            {sum, builder.CreateBitCast(a, signature->getParamType(1)), builder.CreateBitCast(b, signature->getParamType(2))});
    }
    if (const DotInstruction* pair = typeA != bfloat16 ? find(m_pairs, int16, int16, lanes) : nullptr) {
        if (typeA == int16) {
            llvm::Type* pairs = llvm::FixedVectorType::get(builder.getInt16Ty(), 2 * static_cast<unsigned>(lanes));
            llvm::Value* products =
                builder.CreateIntrinsic(pair->intrinsic, {}, {builder.CreateBitCast(a, pairs), builder.CreateBitCast(b, pairs)});
            return opaque(builder, builder.CreateAdd(sum, products));
        }
        for (const bool isOdd : {false, true}) {
            llvm::Value* products = builder.CreateIntrinsic(
                pair->intrinsic, {},
                {alternateElements(builder, a, typeA, isOdd, lanes), alternateElements(builder, b, typeB, isOdd, lanes)});
            sum = builder.CreateAdd(sum, products);
        }
        return sum;
    }
    for (int i = 0; i < 32 / typeA.bits; ++i) {
        llvm::Value* x = element(builder, a, typeA, i);
        llvm::Value* y = element(builder, b, typeB, i);
        sum = typeA == bfloat16 ? builder.CreateIntrinsic(llvm::Intrinsic::fmuladd, {sumType}, {x, y, sum})
                                : builder.CreateAdd(sum, builder.CreateMul(x, y));
    }
    return sum;
}

} // namespace knobscope

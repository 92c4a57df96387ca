// SPDX-License-Identifier: GPL-3.0-or-later
// Conversions between element types, and the products of a GPU's warps.
#include "core/codegen/cuda/architecture.h"
#include "core/codegen/llvm/emitter.h"
#include "core/ir/warpmma.h"

#include <llvm/IR/InlineAsm.h>

namespace knobscope {

namespace {

constexpr uint32_t tf32Half = 0x1000;   // of the last bit that TF32 keeps
constexpr uint32_t tf32Mask = ~0x1fffU; // the 13 bits that it drops

} // namespace

llvm::Value* Emitter::castValue(const ir::Cast& n)
{
    return castTo(value(n.value), n.value.type(), n.type);
}

llvm::Value* Emitter::castTo(llvm::Value* v, ir::DataType from, ir::DataType type)
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

/// To the nearest, ties away from zero, as cvt.rna.tf32.f32 does; what is no number stays as it is.
llvm::Value* Emitter::roundedToTf32(llvm::Value* v)
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

/// The instruction itself, on what registers or local memory hold of the three fragments.
void Emitter::emitProduct(const ir::WarpMma& mma)
{
    const auto read = [&](const ir::Fragment& fragment, int64_t element) {
        AccessIndex index = flatten(*fragment.buffer, fragment.indices);
        index.constant += element;
        const auto tile = m_tiles.find(fragment.buffer.get());
        return tile == m_tiles.end() ? loadMemory(*fragment.buffer, index, 1)
                                     : tile->second.read(m_builder, split(index).constant, 1);
    };
    llvm::Type* word = m_builder.getInt32Ty();
    const auto words = [&](const ir::Fragment& fragment, ir::MmaTile tile) {
        std::vector<llvm::Value*> out;
        const int64_t elements = ir::mmaLayout(mma.kind, tile).elementsOfLane();
        const int64_t step = mma.kind == ir::MmaKind::F16 ? 2 : 1;
        for (int64_t i = 0; i < elements; i += step) {
            llvm::Value* v = read(fragment, i);
            if (step == 2) {
                llvm::Value* pair = llvm::UndefValue::get(llvm::FixedVectorType::get(v->getType(), 2));
                pair = m_builder.CreateInsertElement(pair, v, uint64_t{0});
                v = m_builder.CreateInsertElement(pair, read(fragment, i + 1), uint64_t{1});
            }
            out.push_back(m_builder.CreateBitCast(v, word));
        }
        return out;
    };
    const std::vector<llvm::Value*> a = words(mma.a, ir::MmaTile::A);
    const std::vector<llvm::Value*> b = words(mma.b, ir::MmaTile::B);
    std::vector<llvm::Value*> sums;
    const int64_t count = ir::mmaLayout(mma.kind, ir::MmaTile::Sum).elementsOfLane();
    for (int64_t i = 0; i < count; ++i) {
        sums.push_back(read(mma.sum, i));
    }
    const auto architecture = parseCudaArchitecture(m_target.cpu);
    const bool halves = mma.kind == ir::MmaKind::F16 && architecture && architecture->capability < 80;
    if (halves) { // Turing's product is half as long
        sums = multiplyAdd("m16n8k8.row.col.f32.f16.f16.f32", sums, {a[0], a[1]}, {b[0]});
        sums = multiplyAdd("m16n8k8.row.col.f32.f16.f16.f32", sums, {a[2], a[3]}, {b[1]});
    } else {
        sums = multiplyAdd(
            mma.kind == ir::MmaKind::F16 ? "m16n8k16.row.col.f32.f16.f16.f32" : "m16n8k8.row.col.f32.tf32.tf32.f32", sums, a, b);
    }
    for (int64_t i = 0; i < count; ++i) {
        AccessIndex index = flatten(*mma.sum.buffer, mma.sum.indices);
        index.constant += i;
        const Split parts = split(index);
        if (const auto tile = m_tiles.find(mma.sum.buffer.get()); tile != m_tiles.end()) {
            tile->second.write(m_builder, parts.constant, 1, sums[static_cast<size_t>(i)]);
        } else {
            m_builder.CreateStore(sums[static_cast<size_t>(i)], pointerTo(*mma.sum.buffer, address(*mma.sum.buffer, parts)));
        }
    }
}

std::vector<llvm::Value*> Emitter::multiplyAdd(const std::string& shape, const std::vector<llvm::Value*>& sums,
                                               const std::vector<llvm::Value*>& a, const std::vector<llvm::Value*>& b)
{
    size_t next = 0;
    const auto registers = [&](size_t count) {
        std::string out = "{";
        for (size_t i = 0; i < count; ++i) {
            out += fmt::format("{}${}", i == 0 ? "" : ", ", next++);
        }
        return out + "}";
    };
    std::string text = fmt::format("mma.sync.aligned.{} {}", shape, registers(sums.size()));
    text += ", " + registers(a.size());
    text += ", " + registers(b.size());
    text += ", " + registers(sums.size()) + ";";
    std::string constraints;
    std::vector<llvm::Type*> types;
    std::vector<llvm::Value*> values;
    const auto add = [&](const std::vector<llvm::Value*>& all, const char* kind) {
        for (llvm::Value* v : all) {
            constraints += fmt::format(",{}", kind);
            types.push_back(v->getType());
            values.push_back(v);
        }
    };
    for (size_t i = 0; i < sums.size(); ++i) {
        constraints += i == 0 ? "=f" : ",=f";
    }
    add(a, "r");
    add(b, "r");
    add(sums, "f");
    auto* result = llvm::StructType::get(m_context, std::vector<llvm::Type*>(sums.size(), m_builder.getFloatTy()));
    auto* type = llvm::FunctionType::get(result, types, false);
    llvm::CallInst* call = m_builder.CreateCall(llvm::InlineAsm::get(type, text, constraints, true), values);
    call->addFnAttr(llvm::Attribute::Convergent);
    std::vector<llvm::Value*> out;
    for (unsigned i = 0; i < sums.size(); ++i) {
        out.push_back(m_builder.CreateExtractValue(call, i));
    }
    return out;
}

} // namespace knobscope

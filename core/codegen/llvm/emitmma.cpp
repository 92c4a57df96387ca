// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products of a GPU's warps.
#include "core/codegen/cuda/architecture.h"
#include "core/codegen/llvm/emitstmt.h"
#include "core/ir/warpmma.h"

#include <llvm/IR/InlineAsm.h>

namespace knobscope {

namespace {

/// A warp's product, sums + a * b, by PTX's `mma.sync.aligned` of a shape ("m16n8k8.row.col.f32.tf32.tf32.f32"): each thread's
/// registers of the factors (32 bits each) and of the sums (floats). Returns the new sums.
std::vector<llvm::Value*> multiplyAdd(llvm::IRBuilder<>& builder, const std::string& shape, const std::vector<llvm::Value*>& sums,
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
    auto* result = llvm::StructType::get(builder.getContext(), std::vector<llvm::Type*>(sums.size(), builder.getFloatTy()));
    auto* type = llvm::FunctionType::get(result, types, false);
    llvm::CallInst* call = builder.CreateCall(llvm::InlineAsm::get(type, text, constraints, true), values);
    call->addFnAttr(llvm::Attribute::Convergent);
    std::vector<llvm::Value*> out;
    for (unsigned i = 0; i < sums.size(); ++i) {
        out.push_back(builder.CreateExtractValue(call, i));
    }
    return out;
}

} // namespace

/// Emits the instruction on the three fragments, held in registers or local memory.
void StatementEmitter::emitProduct(const ir::WarpMma& mma)
{
    const auto read = [&](const ir::Fragment& fragment, int64_t element) {
        AccessIndex index = flatten(*fragment.buffer, fragment.indices);
        index.constant += element;
        const auto tile = m_tiles.find(fragment.buffer.get());
        return tile == m_tiles.end() ? loadMemory(*fragment.buffer, index, 1)
                                     : tile->second.read(m_builder, split(index).constant, 1);
    };
    const ir::MmaInstruction& kind = ir::mmaInstruction(mma.kind);
    llvm::Type* word = m_builder.getInt32Ty();
    const auto loadFragment = [&](const ir::Fragment& fragment, ir::MmaTile tile) {
        std::vector<llvm::Value*> out;
        const int64_t elements = ir::mmaLayout(mma.kind, tile).elementsOfLane();
        const int64_t step = 4 / kind.input.bytes();
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
    const std::vector<llvm::Value*> a = loadFragment(mma.a, ir::MmaTile::A);
    const std::vector<llvm::Value*> b = loadFragment(mma.b, ir::MmaTile::B);
    std::vector<llvm::Value*> sums;
    const int64_t count = ir::mmaLayout(mma.kind, ir::MmaTile::Sum).elementsOfLane();
    for (int64_t i = 0; i < count; ++i) {
        sums.push_back(read(mma.sum, i));
    }
    const auto architecture = parseCudaArchitecture(m_target.cpu);
    const bool halves = mma.kind == ir::MmaKind::F16 && architecture && architecture->capability < 80;
    if (halves) { // Turing's product has half the length
        sums = multiplyAdd(m_builder, "m16n8k8.row.col.f32.f16.f16.f32", sums, {a[0], a[1]}, {b[0]});
        sums = multiplyAdd(m_builder, "m16n8k8.row.col.f32.f16.f16.f32", sums, {a[2], a[3]}, {b[1]});
    } else {
        sums = multiplyAdd(m_builder, kind.ptx, sums, a, b);
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

} // namespace knobscope

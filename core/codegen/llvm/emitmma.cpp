// SPDX-License-Identifier: GPL-3.0-or-later
// The products of a GPU's warps.
#include "core/codegen/cuda/architecture.h"
#include "core/codegen/llvm/emitstmt.h"
#include "core/codegen/llvm/mmainstruction.h"
#include "core/ir/warpmma.h"

namespace knobscope {

/// The instruction itself, on what registers or local memory hold of the three fragments.
void StatementEmitter::emitProduct(const ir::WarpMma& mma)
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
        sums = multiplyAdd(m_builder, "m16n8k8.row.col.f32.f16.f16.f32", sums, {a[0], a[1]}, {b[0]});
        sums = multiplyAdd(m_builder, "m16n8k8.row.col.f32.f16.f16.f32", sums, {a[2], a[3]}, {b[1]});
    } else {
        sums = multiplyAdd(
            m_builder, mma.kind == ir::MmaKind::F16 ? "m16n8k16.row.col.f32.f16.f16.f32" : "m16n8k8.row.col.f32.tf32.tf32.f32",
            sums, a, b);
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous copies from global to shared memory, as NVPTX's intrinsics.
#include "core/codegen/llvm/emitstmt.h"
#include "core/ir/asynccopy.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>

namespace knobscope {

namespace {

llvm::Intrinsic::ID copyOf(int64_t bytes)
{
    switch (bytes) {
    case 4: return llvm::Intrinsic::nvvm_cp_async_ca_shared_global_4_s;
    case 8: return llvm::Intrinsic::nvvm_cp_async_ca_shared_global_8_s;
    default: return llvm::Intrinsic::nvvm_cp_async_cg_shared_global_16_s;
    }
}

} // namespace

/// Returns false if the store is not a copy of adjacent elements: it is then emitted as a plain store, which other threads
/// also see after a barrier.
bool StatementEmitter::emitAsyncCopy(const ir::Stmt& s, const ir::Store& store)
{
    const auto source = ir::asyncSource(store);
    const int64_t bytes = int64_t{m_lanes} * store.buffer->type.bytes();
    if (!source || !ir::isAsyncWidth(bytes) || (!source->condition.isNull() && usesLanes(source->condition))) {
        return false;
    }
    const AccessIndex& from = indexOf(source->load, *source->load->buffer, source->load->indices);
    if (m_laneVar && (from.coefficientOf(m_laneVar) != 1 || hasLanesElsewhere(from))) {
        return false;
    }
    const Split to = split(indexOf(s.id(), *store.buffer, store.indices));
    const Split at = split(from);
    const auto wanted = llvm::Align(static_cast<uint64_t>(bytes));
    if (alignmentOf(*store.buffer, to, m_lanes) < wanted || alignmentOf(*source->load->buffer, at, m_lanes) < wanted) {
        return false;
    }
    llvm::Value* const place = pointerTo(*store.buffer, address(*store.buffer, to));
    llvm::Value* const origin = pointerTo(*source->load->buffer, address(*source->load->buffer, at));
    llvm::Value* read = m_builder.getInt32(static_cast<uint32_t>(bytes));
    if (!source->condition.isNull()) {
        read = m_builder.CreateSelect(value(source->condition), read, m_builder.getInt32(0)); // the rest is zeros
    }
    m_builder.CreateIntrinsic(copyOf(bytes), {}, {place, origin, read});
    return true;
}

void StatementEmitter::emitCopyGroup(const ir::Stmt& s)
{
    if (!m_isDevice || m_plainCopies) {
        return;
    }
    if (const auto* wait = s.as<ir::CopyWait>()) {
        m_builder.CreateIntrinsic(llvm::Intrinsic::nvvm_cp_async_wait_group, {},
                                  {m_builder.getInt32(static_cast<uint32_t>(wait->pending))});
    } else {
        m_builder.CreateIntrinsic(llvm::Intrinsic::nvvm_cp_async_commit_group, {}, {});
    }
}

} // namespace knobscope

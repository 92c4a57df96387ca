// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/reductionsteps.h"

#include "core/ir/visit.h"

namespace knobscope {

using ir::ForKind;
using ir::Stmt;

bool isReductionLoop(const ir::For& loop)
{
    bool moves = false;
    ir::forEachStmt(loop.body, [&](const Stmt& s) {
        if (const auto* store = s.as<ir::Store>()) {
            for (const ir::Expr& index : store->indices) {
                moves = moves || ir::usesVar(index, loop.var);
            }
        }
    });
    return !moves;
}

const ir::BufferNode* addedTo(const Stmt& s)
{
    const ir::BufferNode* sums = nullptr;
    bool isOne = true;
    ir::forEachStmt(s, [&](const Stmt& part) {
        if (const auto* loop = part.as<ir::For>()) {
            isOne = isOne && (loop->kind == ForKind::Unrolled || loop->kind == ForKind::Vectorized || loop->extent == 1);
        } else if (const auto* store = part.as<ir::Store>()) {
            bool adds = false;
            ir::forEachExpr(store->value, [&](const ir::Expr& e) {
                const auto* load = e.as<ir::Load>();
                adds = adds || (load && load->buffer == store->buffer);
            });
            isOne = isOne && adds && (!sums || sums == store->buffer.get());
            sums = store->buffer.get();
        } else {
            isOne = isOne && part.as<ir::Block>();
        }
    });
    return isOne ? sums : nullptr;
}

} // namespace knobscope

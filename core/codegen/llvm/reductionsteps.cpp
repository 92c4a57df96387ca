// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/reductionsteps.h"

#include "core/ir/dot.h"
#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

using ir::ForKind;
using ir::Stmt;

bool isReductionLoop(const ir::For& loop)
{
    return std::ranges::none_of(ir::statementsOf<ir::Store>(loop.body), [&](const ir::Store* store) {
        return std::ranges::any_of(store->indices, [&](const ir::Expr& i) { return ir::usesVar(i, loop.var); });
    });
}

namespace {

/// Whether the loop becomes instructions side by side; a dot product is one.
bool isCopied(const ir::For& loop)
{
    return loop.kind == ForKind::Unrolled || loop.kind == ForKind::Vectorized || loop.extent == 1
        || (loop.kind == ForKind::Tensorized && loop.threadTag == ir::kDotOperation);
}

} // namespace

const ir::BufferNode* addedTo(const Stmt& s)
{
    const ir::BufferNode* sums = nullptr;
    bool isOne = true;
    ir::forEachStmt(s, [&](const Stmt& part) {
        if (const auto* loop = part.as<ir::For>()) {
            isOne = isOne && isCopied(*loop);
        } else if (const auto* store = part.as<ir::Store>()) {
            const bool adds = ir::anyExpr(store->value, [&](const ir::Expr& e) {
                const auto* load = e.as<ir::Load>();
                return load && load->buffer == store->buffer;
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

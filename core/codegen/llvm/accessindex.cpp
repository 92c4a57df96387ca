// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/accessindex.h"

#include "core/ir/affine.h"
#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

AccessIndex flatten(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices)
{
    const ir::Ranges unknown;
    ir::Affine flat;
    int64_t stride = 1;
    for (size_t d = indices.size(); d-- > 0;) {
        flat = ir::add(flat, ir::toAffine(indices[d], unknown), stride);
        stride *= buffer.shape[d];
    }
    flat = ir::joinQuotients(std::move(flat), unknown);
    AccessIndex out;
    out.constant = flat.constant;
    for (const ir::Affine::Term& term : flat.terms) {
        if (const auto* ref = term.atom.as<ir::VarRef>()) {
            out.vars.push_back({ref->var.id(), term.coefficient});
        } else {
            out.others.push_back({term.atom, term.coefficient});
        }
    }
    return out;
}

std::vector<Chunk> chunksOf(int64_t extent, int nativeLanes)
{
    std::vector<Chunk> chunks;
    int64_t begin = 0;
    for (int lanes = nativeLanes; begin < extent; lanes = std::max(1, lanes / 2)) {
        while (extent - begin >= lanes) {
            chunks.push_back({begin, lanes});
            begin += lanes;
        }
    }
    return chunks;
}

bool lanesStayTogether(const ir::For& loop)
{
    bool together = true;
    const auto check = [&](const ir::Expr& e) {
        ir::forEachExpr(e, [&](const ir::Expr& part) {
            const auto* choice = part.as<ir::Select>();
            together = together && !(choice && ir::usesVar(choice->condition, loop.var));
        });
    };
    ir::forEachStmt(loop.body, [&](const ir::Stmt& s) {
        if (const auto* branch = s.as<ir::IfThen>()) {
            together = together && !ir::usesVar(branch->condition, loop.var);
        } else if (const auto* store = s.as<ir::Store>()) {
            check(store->value);
        } else if (s.as<ir::Allocate>()) {
            together = false; // a buffer of one iteration would be shared by all lanes
        }
    });
    return together;
}

} // namespace knobscope

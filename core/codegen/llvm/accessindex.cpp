// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/accessindex.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

AccessIndex flatten(const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices)
{
    const ir::Affine flat = ir::flatIndex(buffer, indices, {});
    AccessIndex out;
    out.constant = flat.constant;
    for (const ir::Affine::Term& term : flat.terms) {
        if (const auto* ref = term.atom.as<ir::VarRef>()) {
            out.vars.push_back({ref->var.id(), term.coefficient});
        } else {
            out.others.push_back(term);
        }
    }
    return out;
}

int64_t AccessIndex::coefficientOf(const void* var) const
{
    int64_t coefficient = 0;
    for (const VarTerm& term : vars) {
        coefficient += term.var == var ? term.coefficient : 0;
    }
    return coefficient;
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

bool hasUniformBranches(const ir::For& loop)
{
    const auto isLoad = [](const ir::Expr& part) { return part.as<ir::Load>() != nullptr; };
    const auto isElement = [](const ir::Expr& part) { return part.as<ir::Load>() || part.as<ir::LetRef>(); };
    const auto choosesByLane = [&](const ir::Expr& part) {
        const auto* choice = part.as<ir::Select>();
        if (!choice || ir::comparesFloats(choice->condition)) {
            return false;
        }
        const bool comparesElements = ir::anyExpr(choice->condition, isElement); // a Let variable may depend on any lane
        const bool protectsReads = ir::anyExpr(choice->whenTrue, isLoad) || ir::anyExpr(choice->whenFalse, isLoad);
        return comparesElements ? protectsReads : ir::usesVar(choice->condition, loop.var);
    };
    const auto dependsOnLane = [&](const ir::Expr& condition) { return ir::usesVar(condition, loop.var); };
    // A buffer allocated per iteration would be shared by all lanes.
    return ir::statementsOf<ir::Allocate>(loop.body).empty()
        && std::ranges::none_of(ir::statementsOf<ir::IfThen>(loop.body), dependsOnLane, &ir::IfThen::condition)
        && std::ranges::none_of(ir::statementsOf<ir::Store>(loop.body),
                                [&](const ir::Store* store) { return ir::anyExpr(store->value, choosesByLane); });
}

} // namespace knobscope

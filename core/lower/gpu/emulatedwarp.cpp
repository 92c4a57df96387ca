// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/emulatedwarp.h"

#include "core/ir/simplify.h"
#include "core/ir/warpmma.h"

#include <array>

namespace knobscope {

using ir::Expr;

ir::Stmt emulatedProduct(const ir::WarpMma& mma, const Expr& firstThread)
{
    const ir::MmaShape shape = ir::mmaShape(mma.kind);
    const std::array<int64_t, 3> extents{shape.m, shape.n, shape.k};
    const std::array<ir::Var, 3> vars{ir::Var("row"), ir::Var("column"), ir::Var("step")};
    ir::Ranges ranges;
    for (size_t i = 0; i < vars.size(); ++i) {
        ranges.setExtent(vars[i], extents[i]);
    }
    const auto place = [&](const ir::Fragment& fragment, ir::MmaTile tile, const Expr& row, const Expr& column) {
        const ir::MmaOwner owner = ir::mmaOwner(ir::mmaLayout(mma.kind, tile), row, column);
        std::vector<Expr> indices = fragment.indices;
        indices.front() = firstThread + ir::simplify(owner.lane, ranges);
        indices.back() = indices.back() + ir::simplify(owner.element, ranges);
        return indices;
    };
    const Expr m(vars[0]);
    const Expr n(vars[1]);
    const Expr k(vars[2]);
    const Expr a = ir::load(mma.a.buffer, place(mma.a, ir::MmaTile::A, m, k));
    const Expr b = ir::load(mma.b.buffer, place(mma.b, ir::MmaTile::B, k, n));
    const std::vector<Expr> sum = place(mma.sum, ir::MmaTile::Sum, m, n);
    ir::Stmt out = ir::makeStmt(
        ir::Store{mma.sum.buffer, sum, ir::load(mma.sum.buffer, sum) + ir::cast(ir::float32, a) * ir::cast(ir::float32, b)});
    for (size_t i = vars.size(); i-- > 0;) {
        out = ir::makeLoop(vars[i], extents[i], std::move(out));
    }
    return out;
}

} // namespace knobscope

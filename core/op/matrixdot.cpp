// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/matrixdot.h"

#include "core/ir/dot.h"
#include "core/ir/integerdivision.h"

namespace knobscope {

using ir::Expr;
using ir::IterVar;

namespace {

/// The product of `rows` and `columns`, with the batch axis, if any, first.
ir::Tensor productOf(const MatrixProduct& p, const MatrixDotExpression& e, const std::string& name, bool hasBatch)
{
    const auto& packed = e.columns.shape();
    const int64_t group = packed.back();
    const int64_t block = packed[packed.size() - 2];
    const IterVar outer = ir::reduceAxis("ko", packed[packed.size() - 3]);
    const IterVar inner = ir::reduceAxis("ki", group);
    std::vector<int64_t> shape{p.batch, p.m, p.n};
    std::vector<std::string> names{"b", "y", "x"};
    if (!hasBatch) {
        shape.erase(shape.begin());
        names.erase(names.begin());
    }
    return ir::compute(
        name, shape,
        [&](auto i) {
            const Expr row(i[i.size() - 2]);
            const Expr column(i[i.size() - 1]);
            std::vector<Expr> a{row, Expr(outer.var) * group + Expr(inner.var)};
            std::vector<Expr> b{ir::floorDiv(column, Expr(block)), outer.var, ir::floorMod(column, Expr(block)), inner.var};
            if (hasBatch) {
                a.insert(a.begin(), Expr(i[0]));
                b.insert(b.begin(), Expr(i[0]));
            }
            return ir::sum(ir::cast(p.outType, e.rows(a)) * ir::cast(p.outType, e.columns(b)), {outer, inner});
        },
        names);
}

/// Adds the product to `e`: of whole blocks, from which an output with fewer columns is copied.
void addProduct(MatrixDotExpression& e, const MatrixProduct& p, int64_t block, const std::string& name, bool hasBatch)
{
    MatrixProduct filled = p;
    filled.n = ir::roundedUp(p.n, block);
    if (filled.n == p.n) {
        e.sums = e.output = productOf(p, e, name, hasBatch);
        return;
    }
    e.sums = productOf(filled, e, "sums", hasBatch);
    std::vector<int64_t> shape = e.sums.shape();
    shape.back() = p.n;
    e.output = ir::compute(
        name, shape, [&](auto i) { return e.sums(std::vector<Expr>(i.begin(), i.end())); },
        hasBatch ? std::vector<std::string>{"b", "y", "x"} : std::vector<std::string>{"y", "x"});
}

} // namespace

MatrixDotExpression denseDot(const MatrixProduct& p, int64_t block, int64_t depth)
{
    const int64_t group = ir::dotLength(p.type, p.weightType, p.outType);
    const int64_t groups = ir::roundedUp(p.k, group * depth) / group;
    MatrixDotExpression e;
    e.a = ir::placeholder("data", {p.m, p.k}, p.type);
    e.b = ir::placeholder("packed_weight", {ir::ceilDivide(p.n, block), groups, block, group}, p.weightType);
    e.rows = ir::pad(e.a, {0, 0}, {0, groups * group - p.k}, "data_pad");
    e.columns = e.b;
    addProduct(e, p, block, "dense", false);
    return e;
}

MatrixDotExpression batchMatmulDot(const MatrixProduct& p, int64_t block, int64_t depth)
{
    const int64_t group = ir::dotLength(p.type, p.weightType, p.outType);
    const int64_t groups = ir::roundedUp(p.k, group * depth) / group;
    MatrixDotExpression e;
    e.a = ir::placeholder("x", {p.batch, p.m, p.k}, p.type);
    e.b = ir::placeholder("y", {p.batch, p.n, p.k}, p.weightType);
    e.rows = ir::pad(e.a, {0, 0, 0}, {0, 0, groups * group - p.k}, "x_pad");
    e.columns = ir::compute("y_packed", {p.batch, ir::ceilDivide(p.n, block), groups, block, group},
                            [&](auto i) {
                                const Expr depth = Expr(i[2]) * group + Expr(i[4]);
                                const Expr column = Expr(i[1]) * block + Expr(i[3]);
                                const Expr zero = ir::constant(0, p.weightType);
                                Expr value = e.b({i[0], column, depth});
                                value = p.k == groups * group ? value : ir::select(depth < Expr(p.k), value, zero);
                                return p.n % block == 0 ? value : ir::select(column < Expr(p.n), value, zero);
                            },
                            {"b", "chunk", "ko", "x", "ki"});
    addProduct(e, p, block, "batch_matmul", true);
    return e;
}

} // namespace knobscope

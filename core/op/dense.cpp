// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"

namespace knobscope {

using ir::Expr;
using ir::IterVar;

namespace {

Expr product(ir::DataType type, const Expr& a, const Expr& b)
{
    return ir::cast(type, a) * ir::cast(type, b);
}

Expr product(const MatrixProduct& p, const Expr& a, const Expr& b)
{
    return product(p.outType, a, b);
}

void checkSize(ArgumentReader& reader, const MatrixProduct& p)
{
    if (!reader.error() && p.plainFlops() > 1e15) {
        reader.refuse(phrase("it has more than 10^15 operations, too many to measure"));
    }
}

} // namespace

MatrixProduct readDense(ArgumentReader& reader)
{
    const auto data = reader.tensor(0, "data", {2});
    const auto weight = reader.tensor(1, "weight", {2});
    if (data.shape[1] != weight.shape[1]) {
        reader.refuse(phrase("data has {} features, but weight has {}; they must be equal", data.shape[1], weight.shape[1]));
    }
    reader.checkFactorTypes(data, weight);
    if (!reader.isNull(2)) {
        reader.refuse(phrase("a bias is not supported; use null"));
    }
    MatrixProduct p{1, data.shape[0], weight.shape[0], data.shape[1], data.type, data.type, weight.type};
    p.outType = reader.outputType(3, data, weight);
    checkSize(reader, p);
    return p;
}

MatrixProduct readBatchMatmul(ArgumentReader& reader)
{
    const auto x = reader.tensor(0, "x", {3});
    const auto y = reader.tensor(1, "y", {3});
    if (x.shape[0] != y.shape[0] || x.shape[2] != y.shape[2]) {
        reader.refuse(phrase("x (B, M, K) and y (B, N, K) must have the same B and K"));
    }
    MatrixProduct p{x.shape[0], x.shape[1], y.shape[1], x.shape[2], x.type, x.type, y.type};
    reader.checkFactorTypes(x, y);
    reader.checkEqual(2, "output shape", {p.batch, p.m, p.n});
    p.outType = reader.outputType(3, x, y);
    reader.checkEqual(4, "transpose_a", false);
    reader.checkEqual(5, "transpose_b", true);
    checkSize(reader, p);
    return p;
}

MatrixProduct readTutorialMatmul(ArgumentReader& reader)
{
    MatrixProduct p;
    p.m = reader.integer(0, "N", 1, kMaxExtent);
    p.k = reader.integer(1, "L", 1, kMaxExtent);
    p.n = reader.integer(2, "M", 1, kMaxExtent);
    p.type = reader.type(3, ir::float32);
    reader.checkFactorTypes({{}, p.type}, {{}, p.type});
    p.outType = p.type;
    checkSize(reader, p);
    return p;
}

MatrixExpression dense(const MatrixProduct& p)
{
    MatrixExpression e{ir::placeholder("data", {p.m, p.k}, p.type), ir::placeholder("weight", {p.n, p.k}, p.weightType), {}};
    const IterVar k = ir::reduceAxis("k", p.k);
    e.output = ir::compute("dense", {p.m, p.n},
                           [&](auto i) { return ir::sum(product(p, e.a({i[0], k.var}), e.b({i[1], k.var})), {k}); }, {"y", "x"});
    return e;
}

MatrixExpression densePacked(const MatrixProduct& p, int64_t block)
{
    MatrixExpression e{ir::placeholder("data", {p.m, p.k}, p.type),
                       ir::placeholder("packed_weight", {p.n / block, p.k, block}, p.weightType),
                       {}};
    const IterVar k = ir::reduceAxis("k", p.k);
    e.output = ir::compute("dense", {p.m, p.n},
                           [&](auto i) {
                               const Expr chunk = ir::floorDiv(Expr(i[1]), Expr(block));
                               const Expr inner = ir::floorMod(Expr(i[1]), Expr(block));
                               return ir::sum(product(p, e.a({i[0], k.var}), e.b({chunk, k.var, inner})), {k});
                           },
                           {"y", "x"});
    return e;
}

MatrixExpression densePartial(const MatrixProduct& p, int64_t lanes, ir::Tensor& partial)
{
    MatrixExpression e{ir::placeholder("data", {p.m, p.k}, p.type), ir::placeholder("weight", {p.n, p.k}, p.weightType), {}};
    const IterVar k = ir::reduceAxis("k", p.k / lanes);
    partial = ir::compute("partial", {p.m, p.n, lanes},
                          [&](auto i) {
                              const Expr at = Expr(k.var) * lanes + Expr(i[2]);
                              return ir::sum(product(ir::sumTypeOf(p.outType), e.a({i[0], at}), e.b({i[1], at})), {k});
                          },
                          {"z", "y", "x"});
    const IterVar kk = ir::reduceAxis("kk", lanes);
    e.output = ir::compute("dense", {p.m, p.n},
                           [&](auto i) { return ir::sum(ir::cast(p.outType, partial({i[0], i[1], kk.var})), {kk}); }, {"y", "x"});
    return e;
}

MatrixExpression batchMatmul(const MatrixProduct& p)
{
    MatrixExpression e{
        ir::placeholder("x", {p.batch, p.m, p.k}, p.type), ir::placeholder("y", {p.batch, p.n, p.k}, p.weightType), {}};
    const IterVar k = ir::reduceAxis("k", p.k);
    e.output = ir::compute("batch_matmul", {p.batch, p.m, p.n},
                           [&](auto i) { return ir::sum(product(p, e.a({i[0], i[1], k.var}), e.b({i[0], i[2], k.var})), {k}); },
                           {"b", "i", "j"});
    return e;
}

MatrixExpression matmul(const MatrixProduct& p)
{
    MatrixExpression e{ir::placeholder("A", {p.m, p.k}, p.type), ir::placeholder("B", {p.k, p.n}, p.type), {}};
    const IterVar k = ir::reduceAxis("k", p.k);
    e.output = ir::compute("C", {p.m, p.n},
                           [&](auto i) { return ir::sum(product(p, e.a({i[0], k.var}), e.b({k.var, i[1]})), {k}); }, {"y", "x"});
    return e;
}

} // namespace knobscope

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

// A batched product's factors, as the arguments have them, and their elements.

ir::Tensor batchedRows(const MatrixProduct& p)
{
    return ir::placeholder("x", {p.batch, p.transposeA ? p.k : p.m, p.transposeA ? p.m : p.k}, p.type);
}

ir::Tensor batchedColumns(const MatrixProduct& p)
{
    return ir::placeholder("y", {p.batch, p.transposeB ? p.n : p.k, p.transposeB ? p.k : p.n}, p.weightType);
}

Expr rowElement(const MatrixProduct& p, const ir::Tensor& x, const Expr& b, const Expr& row, const Expr& k)
{
    return p.transposeA ? x({b, k, row}) : x({b, row, k});
}

Expr columnElement(const MatrixProduct& p, const ir::Tensor& y, const Expr& b, const Expr& column, const Expr& k)
{
    return p.transposeB ? y({b, column, k}) : y({b, k, column});
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
    const bool transposeA = reader.truth(4, "transpose_a", false);
    const bool transposeB = reader.truth(5, "transpose_b", true);
    const size_t inner = transposeA ? 1 : 2; // axis of x along K
    const size_t outer = transposeB ? 1 : 2; // axis of y along N
    if (x.shape[0] != y.shape[0] || x.shape[inner] != y.shape[3 - outer]) {
        reader.refuse(phrase("x ({}) and y ({}) must have the same B and K", transposeA ? "B, K, M" : "B, M, K",
                             transposeB ? "B, N, K" : "B, K, N"));
    }
    MatrixProduct p{x.shape[0], x.shape[3 - inner], y.shape[outer], x.shape[inner], x.type, x.type,
                    y.type,     transposeA,         transposeB};
    reader.checkFactorTypes(x, y);
    reader.checkEqual(2, "output shape", {p.batch, p.m, p.n});
    p.outType = reader.outputType(3, x, y);
    checkSize(reader, p);
    return p;
}

MatrixProduct readPlainBatchMatmul(ArgumentReader& reader)
{
    reader.checkEqual(4, "transpose_a", false);
    reader.checkEqual(5, "transpose_b", true);
    return readBatchMatmul(reader);
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
    MatrixExpression e{batchedRows(p), batchedColumns(p), {}};
    const IterVar k = ir::reduceAxis("k", p.k);
    e.output = ir::compute(
        "batch_matmul", {p.batch, p.m, p.n},
        [&](auto i) {
            return ir::sum(product(p, rowElement(p, e.a, i[0], i[1], k.var), columnElement(p, e.b, i[0], i[2], k.var)), {k});
        },
        {"b", "i", "j"});
    return e;
}

MatrixTiles batchMatmulTiles(const MatrixProduct& p, int64_t block, bool isPacked)
{
    MatrixTiles e{batchedRows(p), batchedColumns(p), {}, {}, {}};
    const int64_t blocks = (p.n + block - 1) / block;
    e.columns = !isPacked ? e.b
                          : ir::compute("y_packed", {p.batch, blocks, p.k, block},
                                        [&](auto i) {
                                            const Expr column = Expr(i[1]) * block + Expr(i[3]);
                                            const Expr value = columnElement(p, e.b, i[0], column, i[2]);
                                            return p.n % block == 0
                                                     ? value
                                                     : ir::select(column < Expr(p.n), value, ir::constant(0, p.weightType));
                                        },
                                        {"b", "chunk", "k", "x"});
    const IterVar k = ir::reduceAxis("k", p.k);
    const ir::DataType sumType = ir::sumTypeOf(p.outType);
    e.sums = ir::compute("sums", {p.batch, p.m, isPacked ? blocks * block : p.n},
                         [&](auto i) {
                             const Expr column(i[2]);
                             const Expr factor = isPacked ? e.columns({i[0], ir::floorDiv(column, Expr(block)), k.var,
                                                                       ir::floorMod(column, Expr(block))})
                                                          : columnElement(p, e.b, i[0], column, k.var);
                             return ir::sum(product(sumType, rowElement(p, e.a, i[0], i[1], k.var), factor), {k});
                         },
                         {"b", "i", "j"});
    e.output = ir::compute("batch_matmul", {p.batch, p.m, p.n},
                           [&](auto i) { return ir::cast(p.outType, e.sums({i[0], i[1], i[2]})); }, {"b", "i", "j"});
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"
#include "core/template/tensorcore.h"

namespace knobscope {

namespace dense_tensorcore_cuda {

using ir::Expr;

/// The matrix padded with zeros to whole blocks of rows and of depth.
ir::Tensor padded(const ir::Tensor& matrix, int64_t rows, int64_t depth)
{
    const int64_t wholeRows = wholeBlocks(matrix.dim(0), rows);
    const int64_t wholeDepth = wholeBlocks(matrix.dim(1), depth);
    return ir::compute(matrix.name() + ".shared", {wholeRows, wholeDepth}, [&](auto i) {
        Expr inside = ir::trueExpr();
        for (size_t d = 0; d < 2; ++d) {
            inside = (d == 0 ? wholeRows : wholeDepth) > matrix.dim(d) ? inside && Expr(i[d]) < Expr(matrix.dim(d)) : inside;
        }
        return ir::select(inside, matrix({i[0], i[1]}), ir::constant(0, matrix.type()));
    });
}

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    const auto kind = TRY(mmaKindFor(p.type));
    declareWarpKnobs(cfg, kind);
    const WarpTiling tiling = warpTiling(cfg, kind);
    const ir::Tensor data = ir::placeholder("data", {p.m, p.k}, p.type);
    const ir::Tensor weight = ir::placeholder("weight", {p.n, p.k}, p.type);
    WarpProduct product = warpProduct(tiling, padded(data, tiling.blockRows(), tiling.depth()),
                                      padded(weight, tiling.blockColumns(), tiling.depth()));
    product.out =
        ir::compute("dense", {p.m, p.n}, [&](auto i) { return ir::cast(p.outType, product.sum({i[0], i[1]})); }, {"y", "x"});
    Schedule s = cfg.makeSchedule({product.out}, {data, weight});
    scheduleWarpProduct(s, tiling, product);
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

} // namespace dense_tensorcore_cuda

Template denseTensorcoreCuda()
{
    return {.name = "dense_tensorcore.cuda",
            .summary = "Dense layer on a GPU's tensor cores: float16, or float32 as TF32; sums are float32",
            .isGpu = true,
            .run = runWith("dense_tensorcore.cuda", readDense, dense_tensorcore_cuda::run),
            .fallback = fallbackWarps,
            .isExtra = true,
            .computes = layersOnTensorCores("dense")};
}

} // namespace knobscope

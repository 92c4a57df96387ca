// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/windowproduct.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"
#include "core/template/tensorcore.h"

namespace knobscope {

namespace conv2d_tensorcore_cuda {

constexpr int64_t kPackingThreads = 256;

Conv2d readArguments(ArgumentReader& reader, ImageLayout layout)
{
    return layout == ImageLayout::Nchw ? readPlainConv(reader) : readConv2dNhwc(reader);
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv, ImageLayout layout)
{
    const auto kind = TRY(mmaKindFor(conv.type));
    declareWarpKnobs(cfg, kind);
    const WarpTiling tiling = warpTiling(cfg, kind);
    const WindowProduct implicit{conv, layout, wholeBlocks(conv.oh() * conv.ow(), tiling.blockRows()),
                                 wholeBlocks(conv.k, tiling.blockColumns()), wholeBlocks(conv.c, tiling.depth())};
    const ir::Tensor data = implicit.input();
    const ir::Tensor kernel = implicit.kernel();
    const ir::Tensor packed = implicit.packed(kernel);
    const ir::Tensor shared =
        ir::compute("filters", packed.shape(), [&](auto i) { return packed(std::vector<ir::Expr>(i.begin(), i.end())); });
    WarpProduct product = warpProduct(tiling, implicit.windows(data), shared);
    product.out = implicit.output(product.sum);
    product.outRow = layout == ImageLayout::Nchw ? 2 : 1;
    product.outColumn = layout == ImageLayout::Nchw ? 1 : 2;
    product.rowsInMemory = layout == ImageLayout::Nchw;
    Schedule s = cfg.makeSchedule({product.out}, {data, kernel});
    precomputePacking(s[packed], kPackingThreads);
    scheduleWarpProduct(s, tiling, product);
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

Template make(const char* name, const char* summary, ImageLayout layout, std::vector<LayerKind> layers)
{
    return {.name = name,
            .summary = summary,
            .isGpu = true,
            .run = runWith(
                name, [=](ArgumentReader& reader) { return readArguments(reader, layout); },
                [=](TemplateContext& cfg, const Conv2d& conv) { return run(cfg, conv, layout); }),
            .fallback = fallbackWarps,
            .isExtra = true,
            .computes = std::move(layers)};
}

} // namespace conv2d_tensorcore_cuda

Template conv2dNchwTensorcoreCuda()
{
    return conv2d_tensorcore_cuda::make(
        "conv2d_nchw_tensorcore.cuda",
        "Implicit matrix product on a GPU's tensor cores, NCHW: float16, or float32 as TF32; sums are float32", ImageLayout::Nchw,
        layersOnTensorCores("conv2d"));
}

Template conv2dNhwcTensorcoreCuda()
{
    return conv2d_tensorcore_cuda::make(
        "conv2d_nhwc_tensorcore.cuda",
        "Implicit matrix product on a GPU's tensor cores, NHWC: float16, or float32 as TF32; sums are float32", ImageLayout::Nhwc,
        layersOnTensorCores("conv2d_nhwc"));
}

} // namespace knobscope

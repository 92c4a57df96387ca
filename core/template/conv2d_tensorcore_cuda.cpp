// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/conv2d.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"
#include "core/template/tensorcore.h"

namespace knobscope {

namespace conv2d_tensorcore_cuda {

using ir::Expr;

constexpr int64_t packingThreads = 256;

enum class Layout : uint8_t { Nchw, Nhwc };

/// The convolution as a matrix product (Chellapilla et al., 2006): one row a pixel of the output, one column a filter. Rows of
/// the first matrix exist in shared memory only.
struct ImplicitProduct {
    const Conv2d& conv;
    Layout layout;
    const WarpTiling& tiling;

    int64_t pixels() const { return conv.oh() * conv.ow(); }
    int64_t channels() const { return wholeBlocks(conv.c, tiling.depth()); }

    ir::Tensor input() const
    {
        return layout == Layout::Nchw ? ir::placeholder("data", {conv.n, conv.c, conv.h, conv.w}, conv.type)
                                      : ir::placeholder("data", {conv.n, conv.h, conv.w, conv.c}, conv.type);
    }

    ir::Tensor filters() const
    {
        return layout == Layout::Nchw ? ir::placeholder("kernel", {conv.k, conv.c, conv.r, conv.s}, conv.type)
                                      : ir::placeholder("kernel", {conv.r, conv.s, conv.c, conv.k}, conv.type);
    }

    /// (image, pixel, filter row, filter column, channel); zero outside the image and beyond the last pixel and channel.
    ir::Tensor windows(const ir::Tensor& data) const
    {
        const int64_t rows = wholeBlocks(pixels(), tiling.blockRows());
        return ir::compute("windows", {conv.n, rows, conv.r, conv.s, channels()}, [&](auto i) {
            const Expr y = ir::floorDiv(i[1], Expr(conv.ow())) * conv.stride[0] + Expr(i[2]) * conv.dilation[0] - conv.pad[0];
            const Expr x = ir::floorMod(i[1], Expr(conv.ow())) * conv.stride[1] + Expr(i[3]) * conv.dilation[1] - conv.pad[1];
            Expr inside = ir::trueExpr();
            const auto need = [&](bool isNeeded, const Expr& condition) { inside = isNeeded ? inside && condition : inside; };
            need(rows > pixels(), Expr(i[1]) < Expr(pixels()));
            need(channels() > conv.c, Expr(i[4]) < Expr(conv.c));
            need(conv.pad[0] > 0, y >= Expr(0));
            need(conv.pad[2] > 0, y < Expr(conv.h));
            need(conv.pad[1] > 0, x >= Expr(0));
            need(conv.pad[3] > 0, x < Expr(conv.w));
            const Expr value = layout == Layout::Nchw ? data({i[0], i[4], y, x}) : data({i[0], y, x, i[4]});
            return ir::select(inside, value, ir::constant(0, conv.type));
        });
    }

    /// (filter, row, column, channel), zero beyond the last filter and channel: made once, since weights do not change.
    ir::Tensor packed(const ir::Tensor& kernel) const
    {
        const int64_t count = wholeBlocks(conv.k, tiling.blockColumns());
        return ir::compute("packed", {count, conv.r, conv.s, channels()}, [&](auto i) {
            Expr inside = count > conv.k ? Expr(i[0]) < Expr(conv.k) : ir::trueExpr();
            inside = channels() > conv.c ? inside && Expr(i[3]) < Expr(conv.c) : inside;
            const Expr value = layout == Layout::Nchw ? kernel({i[0], i[3], i[1], i[2]}) : kernel({i[1], i[2], i[3], i[0]});
            return ir::select(inside, value, ir::constant(0, conv.type));
        });
    }

    /// The output with its rows and columns of pixels as one axis: the same memory.
    ir::Tensor output(const ir::Tensor& sum) const
    {
        if (layout == Layout::Nchw) {
            return ir::compute("conv2d", {conv.n, conv.k, pixels()},
                               [&](auto i) { return ir::cast(conv.outType, sum({i[0], i[2], i[1]})); }, {"n", "f", "yx"});
        }
        return ir::compute("conv2d", {conv.n, pixels(), conv.k},
                           [&](auto i) { return ir::cast(conv.outType, sum({i[0], i[1], i[2]})); }, {"n", "yx", "f"});
    }
};

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args, const char* name, Layout layout)
{
    ArgumentReader reader(name, args);
    const Conv2d conv = layout == Layout::Nchw ? readConv2d(reader, false) : readConv2dNhwc(reader);
    if (conv.packedC > 0) {
        reader.refuse(phrase("data in blocks of channels is for CPUs; give it as NCHW"));
    }
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    const auto kind = mmaKindFor(conv.type);
    if (!kind) {
        return fail(kind);
    }
    declareWarpKnobs(cfg, *kind);
    const WarpTiling tiling = warpTiling(cfg, *kind);
    const ImplicitProduct implicit{conv, layout, tiling};
    const ir::Tensor data = implicit.input();
    const ir::Tensor kernel = implicit.filters();
    const ir::Tensor packed = implicit.packed(kernel);
    const ir::Tensor shared =
        ir::compute("filters", packed.shape(), [&](auto i) { return packed(std::vector<Expr>(i.begin(), i.end())); });
    WarpProduct product = warpProduct(tiling, implicit.windows(data), shared);
    product.out = implicit.output(product.sum);
    product.outRow = layout == Layout::Nchw ? 2 : 1;
    product.outColumn = layout == Layout::Nchw ? 1 : 2;
    product.rowsInMemory = layout == Layout::Nchw;
    Schedule s = cfg.makeSchedule({product.out}, {data, kernel});
    precomputePacking(s[packed], packingThreads);
    scheduleWarpProduct(s, tiling, product);
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

std::optional<WarpWork> workOf(const ConfigQuestion& q, const char* name, Layout layout)
{
    ArgumentReader reader(name, q.args);
    const Conv2d conv = layout == Layout::Nchw ? readConv2d(reader, false) : readConv2dNhwc(reader);
    return reader.error() ? std::nullopt : withTiling({conv.n, conv.oh() * conv.ow(), conv.k, conv.c, conv.type, {}}, q.entity);
}

Template make(const char* name, const char* summary, Layout layout, std::vector<Alternative> alternatives)
{
    return {name,
            summary,
            {},
            true,
            [=](TemplateContext& cfg, const nlohmann::json& args) { return run(cfg, args, name, layout); },
            fallbackWarps,
            true,
            [=](const ConfigQuestion& q) { return warpLaunch(workOf(q, name, layout)); },
            [=](const ConfigQuestion& q) { return warpShared(workOf(q, name, layout)); },
            std::move(alternatives)};
}

} // namespace conv2d_tensorcore_cuda

Template conv2dNchwTensorcoreCuda()
{
    return conv2d_tensorcore_cuda::make(
        "conv2d_nchw_tensorcore.cuda",
        "Implicit matrix product on a GPU's tensor cores, NCHW: float16, or float32 as TF32; sums are float32",
        conv2d_tensorcore_cuda::Layout::Nchw, alternativesOnTensorCores("conv2d"));
}

Template conv2dNhwcTensorcoreCuda()
{
    return conv2d_tensorcore_cuda::make(
        "conv2d_nhwc_tensorcore.cuda",
        "Implicit matrix product on a GPU's tensor cores, NHWC: float16, or float32 as TF32; sums are float32",
        conv2d_tensorcore_cuda::Layout::Nhwc, {});
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
// The spaces of AutoTVM's CUDA templates: knobs and FLOPs. Their kernels need a GPU code generator.
#include "core/op/conv2d.h"
#include "core/op/dense.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace {

using Filter = SplitFilter;

Result<TemplateInstance> spaceOnly(const TemplateContext& cfg, double flops, double plain)
{
    if (cfg.error()) {
        return tl::make_unexpected(*cfg.error());
    }
    return TemplateInstance{std::nullopt, flops, plain};
}

template<class Read, class Declare>
std::function<Result<TemplateInstance>(TemplateContext&, const nlohmann::json&)> space(const char* name, Read read,
                                                                                       Declare declare)
{
    return [=](TemplateContext& cfg, const nlohmann::json& args) -> Result<TemplateInstance> {
        ArgumentReader reader(name, args);
        const auto shape = read(reader);
        if (reader.error()) {
            return tl::make_unexpected(*reader.error());
        }
        const double flops = declare(cfg, shape);
        return spaceOnly(cfg, flops, shape.plainFlops());
    };
}

Conv2d readDepthwise(ArgumentReader& reader)
{
    return readConv2d(reader, true);
}

double declareNhwc(TemplateContext& cfg, const Conv2d& conv, bool vectorize)
{
    const auto numbers = [](std::initializer_list<int64_t> values) {
        return std::vector<OtherValue>(values.begin(), values.end());
    };
    cfg.defineKnob("tile_n", numbers({2, 4, 8}));
    cfg.defineKnob("tile_c", numbers({2, 4, 8}));
    cfg.defineKnob("num_thread_n", numbers({4, 8, 16}));
    cfg.defineKnob("num_thread_c", numbers({4, 8, 16}));
    cfg.defineKnob("vthread_n", numbers({1, 2}));
    cfg.defineKnob("vthread_c", numbers({1, 2}));
    cfg.defineKnob("step", numbers({16, 3, 32, 64}));
    if (vectorize) {
        cfg.defineKnob("vectorize", numbers({1, 2, 4, 8}));
    }
    return conv.plainFlops();
}

Conv2d readWinograd(ArgumentReader& reader)
{
    Conv2d conv = readConv2d(reader, false);
    const bool suits = conv.r == conv.s && conv.r > 2 && conv.r < 8 && conv.stride == std::array<int64_t, 2>{1, 1}
                    && conv.dilation == std::array<int64_t, 2>{1, 1};
    if (!suits) {
        reader.refuse("winograd needs a square kernel of 3 to 7, stride 1 and dilation 1");
    }
    return conv;
}

double declareWinograd(TemplateContext& cfg, const Conv2d& conv)
{
    const int64_t m = conv.h % 8 == 0 ? 4 : 2;
    const int64_t alpha = m + conv.r - 1;
    const int64_t tiles = conv.n * ((conv.oh() + m - 1) / m) * ((conv.ow() + m - 1) / m);
    cfg.defineSplit("tile_b", alpha * alpha, 4, {SplitKnob::Policy::Factors, Filter{Filter::Op::TailEq, 0, {1, 1, 1}, {}}});
    cfg.defineSplit("tile_y", conv.k, 4);
    cfg.defineSplit("tile_x", tiles, 4);
    cfg.defineSplit("tile_rc", conv.c, 2);
    cfg.defineUnroll({0, 128, 1500});
    return conv.plainFlops(); // the direct convolution's: "effective" FLOPS
}

double declareDepthwise(TemplateContext& cfg, const Conv2d& conv)
{
    cfg.defineSplit("tile_f", conv.k, 4);
    cfg.defineSplit("tile_y", conv.oh(), 4);
    cfg.defineSplit("tile_x", conv.ow(), 4);
    cfg.defineUnroll({0, 256, 1500});
    return autotvmFlops(depthwiseNchw(conv).output);
}

double declareDenseSmall(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit("tile_k", p.k, 2);
    return p.plainFlops() + static_cast<double>(p.m) * static_cast<double>(p.n);
}

/// AutoTVM filters these knobs, but since v0.6 its filter on tile_k tests position 0, which is always -1, comes out empty, and
/// all three are declared again without filters.
double declareDenseLarge(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit("tile_x", p.m, 4);
    cfg.defineSplit("tile_y", p.n, 4);
    cfg.defineSplit("tile_k", p.k, 3);
    return p.plainFlops();
}

double declareBatchMatmul(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit("tile_y", p.m, 3);
    cfg.defineSplit("tile_x", p.n, 3);
    cfg.defineSplit("tile_k", p.k, 2);
    cfg.defineUnroll({8, 16, 32, 64});
    return p.plainFlops();
}

} // namespace

Template conv2dNhwcCuda()
{
    return {"conv2d_nhwc.cuda",
            "Direct convolution on a GPU, NHWC, as in TVM v0.7",
            {},
            true,
            space("conv2d_nhwc.cuda", readConv2dNhwc, [](auto& cfg, const auto& c) { return declareNhwc(cfg, c, false); }),
            nullptr};
}

Template conv2dNhwcGpu()
{
    return {"conv2d_nhwc.gpu",
            "Direct convolution on a GPU, NHWC, as in TVM v0.8 and later",
            {},
            true,
            space("conv2d_nhwc.gpu", readConv2dNhwc, [](auto& cfg, const auto& c) { return declareNhwc(cfg, c, true); }),
            nullptr};
}

Template conv2dNchwWinogradCuda()
{
    return {"conv2d_nchw_winograd.cuda",
            "Winograd convolution on a GPU",
            {"conv2d_nchw_winograd_without_weight_transform.cuda"},
            true,
            space("conv2d_nchw_winograd.cuda", readWinograd, declareWinograd),
            nullptr};
}

Template depthwiseConv2dNchwCuda()
{
    return {"depthwise_conv2d_nchw.cuda",
            "Depthwise convolution on a GPU",
            {},
            true,
            space("depthwise_conv2d_nchw.cuda", readDepthwise, declareDepthwise),
            nullptr};
}

Template denseSmallBatchGpu()
{
    return {"dense_small_batch.gpu",
            "Dense layer on a GPU, one block an output",
            {"dense_small_batch.cuda"},
            true,
            space("dense_small_batch.gpu", readDense, declareDenseSmall),
            nullptr};
}

Template denseLargeBatchGpu()
{
    return {"dense_large_batch.gpu",
            "Dense layer on a GPU for batches of 32 and more",
            {"dense_large_batch.cuda"},
            true,
            space("dense_large_batch.gpu", readDense, declareDenseLarge),
            nullptr};
}

Template batchMatmulCuda()
{
    return {"batch_matmul.cuda",
            "Batched matrix product on a GPU",
            {},
            true,
            space("batch_matmul.cuda", readBatchMatmul, declareBatchMatmul),
            nullptr};
}

} // namespace knobscope

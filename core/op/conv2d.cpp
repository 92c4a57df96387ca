// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/conv2d.h"

#include "core/ir/dot.h"
#include "core/op/convchecks.h"

#include <algorithm>

namespace knobscope {

using ir::Expr;
using ir::IterVar;
using ir::Tensor;

namespace {

/// A product in the output type, to be accumulated: narrow inputs are widened before the multiplication.
Expr product(const Conv2d& conv, const Expr& a, const Expr& b)
{
    return ir::cast(conv.outType, a) * ir::cast(conv.outType, b);
}

void checkShapes(ArgumentReader& reader, const Conv2d& conv, int64_t kernelChannels)
{
    if (reader.error()) {
        return;
    }
    if (!conv.depthwise && kernelChannels != conv.c) {
        reader.refuse(phrase("the kernel has {} input channels, but the data has {}; grouped convolutions are not supported",
                             kernelChannels, conv.c));
    }
    checkWindow(reader, conv);
}

/// For one dimension: the share of all (tap, output) pairs that lies in the image.
double tapsInside(int64_t outputs, int64_t stride, int64_t taps, int64_t dilation, int64_t pad, int64_t extent)
{
    const auto stepsTo = [&](int64_t distance) { return std::clamp<int64_t>((distance + stride - 1) / stride, 0, outputs); };
    int64_t inside = 0;
    for (int64_t tap = 0; tap < taps; ++tap) {
        const int64_t first = tap * dilation - pad; // input index of this tap at the first output
        inside += stepsTo(std::max<int64_t>(0, extent - first)) - stepsTo(std::max<int64_t>(0, -first));
    }
    return static_cast<double>(inside) / (static_cast<double>(outputs) * static_cast<double>(taps));
}

} // namespace

void checkWindow(ArgumentReader& reader, const Conv2d& conv)
{
    const int64_t spanH = (conv.r - 1) * conv.dilation[0] + 1;
    const int64_t spanW = (conv.s - 1) * conv.dilation[1] + 1;
    if (spanH > conv.h + conv.pad[0] + conv.pad[2] || spanW > conv.w + conv.pad[1] + conv.pad[3]) {
        reader.refuse(phrase("the kernel covers {}x{}, more than the padded input of {}x{}", spanH, spanW,
                             conv.h + conv.pad[0] + conv.pad[2], conv.w + conv.pad[1] + conv.pad[3]));
    }
    if (conv.plainFlops() > 1e15) {
        reader.refuse(phrase("it has more than 10^15 operations, too many to measure"));
    }
}

double Conv2d::plainFlops() const
{
    const double reduction = static_cast<double>(depthwise ? 1 : c) * static_cast<double>(r) * static_cast<double>(s);
    return 2.0 * static_cast<double>(n) * static_cast<double>(k) * static_cast<double>(oh()) * static_cast<double>(ow())
         * reduction;
}

double Conv2d::unpaddedShare() const
{
    return tapsInside(oh(), stride[0], r, dilation[0], pad[0], h) * tapsInside(ow(), stride[1], s, dilation[1], pad[1], w);
}

Conv2d readConv2d(ArgumentReader& reader, bool depthwise, bool hasLayouts)
{
    Conv2d conv;
    conv.depthwise = depthwise;
    const auto data = hasLayouts ? reader.tensor(0, "data", {4, 5}) : reader.tensor(0, "data", {4});
    const auto kernel = hasLayouts ? reader.tensor(1, "kernel", {4, 6}) : reader.tensor(1, "kernel", {4});
    conv.stride = reader.pair(2, "strides", 1, 1 << 16);
    conv.pad = reader.padding(3);
    conv.dilation = reader.pair(4, "dilation", 1, 1 << 16);
    conv.type = data.type;
    if (hasLayouts) {
        reader.checkLayoutNchw(5, "layout");
        reader.checkLayoutNchw(6, "out_layout");
    }
    // Workloads from before TVM 0.7 also have the layout there, and the type last.
    size_t type = hasLayouts ? 7 : 5;
    while (!hasLayouts && reader.isLayout(type)) {
        ++type;
    }
    conv.kernelType = kernel.type;
    conv.outType = reader.outputType(type, data, kernel);
    conv.n = data.shape[0];
    conv.c = data.shape[1];
    conv.h = data.shape[2];
    conv.w = data.shape[3];
    if (data.shape.size() == 5) {
        conv.packedC = data.shape[4];
        conv.c *= conv.packedC;
    }
    const bool packed = kernel.shape.size() == 6;
    conv.packedK = packed ? kernel.shape[5] : 0;
    conv.r = kernel.shape[2];
    conv.s = kernel.shape[3];
    const int64_t outer = kernel.shape[0] * (packed ? kernel.shape[5] : 1);
    const int64_t inner = kernel.shape[1] * (packed ? kernel.shape[4] : 1);
    conv.k = depthwise ? outer * inner : outer;
    if (depthwise && outer != conv.c) {
        reader.refuse(phrase("a depthwise kernel for {} channels was given data with {} channels", outer, conv.c));
    }
    reader.checkFactorTypes(data, kernel);
    checkShapes(reader, conv, inner);
    return conv;
}

Conv2d readUnpackedConv(ArgumentReader& reader, bool depthwise)
{
    Conv2d conv = readConv2d(reader, depthwise, true);
    reader.checkMaxCount(8);
    if (conv.packedC > 0) {
        reader.refuse(phrase("the template chooses the blocks of the channels itself; use data in NCHW and the kernel in OIHW"));
    }
    return conv;
}

Conv2d readConv2dNhwc(ArgumentReader& reader)
{
    Conv2d conv;
    const auto data = reader.tensor(0, "data", {4});
    const auto kernel = reader.tensor(1, "kernel", {4});
    conv.stride = reader.pair(2, "strides", 1, 1 << 16);
    conv.pad = reader.padding(3);
    conv.dilation = reader.pair(4, "dilation", 1, 1 << 16);
    conv.type = data.type;
    conv.kernelType = kernel.type;
    conv.outType = reader.outputType(5, data, kernel);
    conv.n = data.shape[0];
    conv.h = data.shape[1];
    conv.w = data.shape[2];
    conv.c = data.shape[3];
    conv.r = kernel.shape[0];
    conv.s = kernel.shape[1];
    conv.k = kernel.shape[3];
    reader.checkFactorTypes(data, kernel);
    checkShapes(reader, conv, kernel.shape[2]);
    return conv;
}

Conv2dExpression conv2dNchw(const Conv2d& conv)
{
    Conv2dExpression e;
    e.data = ir::placeholder("data", {conv.n, conv.c, conv.h, conv.w}, conv.type);
    e.kernel = ir::placeholder("kernel", {conv.k, conv.c, conv.r, conv.s}, conv.kernelType);
    e.padded = ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1]}, {0, 0, conv.pad[2], conv.pad[3]}, "data_pad");
    const IterVar rc = ir::reduceAxis("rc", conv.c);
    const IterVar ry = ir::reduceAxis("ry", conv.r);
    const IterVar rx = ir::reduceAxis("rx", conv.s);
    e.output = ir::compute(
        "conv2d", {conv.n, conv.k, conv.oh(), conv.ow()},
        [&](auto i) {
            const Expr y = Expr(i[2]) * conv.stride[0] + Expr(ry.var) * conv.dilation[0];
            const Expr x = Expr(i[3]) * conv.stride[1] + Expr(rx.var) * conv.dilation[1];
            return ir::sum(product(conv, e.padded({i[0], rc.var, y, x}), e.kernel({i[1], rc.var, ry.var, rx.var})), {rc, ry, rx});
        },
        {"n", "f", "y", "x"});
    return e;
}

Conv2dExpression conv2dNhwc(const Conv2d& conv)
{
    Conv2dExpression e;
    e.data = ir::placeholder("data", {conv.n, conv.h, conv.w, conv.c}, conv.type);
    e.kernel = ir::placeholder("kernel", {conv.r, conv.s, conv.c, conv.k}, conv.kernelType);
    e.padded = ir::pad(e.data, {0, conv.pad[0], conv.pad[1], 0}, {0, conv.pad[2], conv.pad[3], 0}, "data_pad");
    const IterVar rc = ir::reduceAxis("rc", conv.c);
    const IterVar ry = ir::reduceAxis("ry", conv.r);
    const IterVar rx = ir::reduceAxis("rx", conv.s);
    e.output = ir::compute(
        "conv2d", {conv.n, conv.oh(), conv.ow(), conv.k},
        [&](auto i) {
            const Expr y = Expr(i[1]) * conv.stride[0] + Expr(ry.var) * conv.dilation[0];
            const Expr x = Expr(i[2]) * conv.stride[1] + Expr(rx.var) * conv.dilation[1];
            return ir::sum(product(conv, e.padded({i[0], y, x, rc.var}), e.kernel({ry.var, rx.var, rc.var, i[3]})), {ry, rx, rc});
        },
        {"n", "y", "x", "f"});
    return e;
}

Conv2dExpression conv2dNchwc(const Conv2d& conv, int64_t ic, int64_t oc, const Tensor& data)
{
    Conv2dExpression e;
    e.data = data.isNull() ? ir::placeholder("data", {conv.n, conv.c / ic, conv.h, conv.w, ic}, conv.type) : data;
    e.kernel = ir::placeholder("kernel", {conv.k / oc, conv.c / ic, conv.r, conv.s, ic, oc}, conv.kernelType);
    e.padded = ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1], 0}, {0, 0, conv.pad[2], conv.pad[3], 0}, "data_pad");
    const IterVar rc = ir::reduceAxis("ic", conv.c);
    const IterVar ry = ir::reduceAxis("kh", conv.r);
    const IterVar rx = ir::reduceAxis("kw", conv.s);
    e.output = ir::compute("conv2d_NCHWc", {conv.n, conv.k / oc, conv.oh(), conv.ow(), oc},
                           [&](auto i) {
                               const Expr chunk = ir::floorDiv(Expr(rc.var), Expr(ic));
                               const Expr inner = ir::floorMod(Expr(rc.var), Expr(ic));
                               const Expr y = Expr(i[2]) * conv.stride[0] + Expr(ry.var) * conv.dilation[0];
                               const Expr x = Expr(i[3]) * conv.stride[1] + Expr(rx.var) * conv.dilation[1];
                               return ir::sum(product(conv, e.padded({i[0], chunk, y, x, inner}),
                                                      e.kernel({i[1], chunk, ry.var, rx.var, inner, i[4]})),
                                              {rc, ry, rx});
                           },
                           {"n", "oc_chunk", "oh", "ow", "oc_block"});
    return e;
}

Conv2dExpression conv2dNchwcDot(const Conv2d& conv, int64_t ic, int64_t oc, int64_t kernelBlock, const Tensor& data)
{
    const int64_t group = ir::dotLength(conv.type, conv.kernelType, conv.outType);
    const int64_t groups = (ic + group - 1) / group;
    const int64_t block = kernelBlock > 0 ? kernelBlock : oc;
    Conv2dExpression e;
    e.data = data.isNull() ? ir::placeholder("data", {conv.n, conv.c / ic, conv.h, conv.w, ic}, conv.type) : data;
    e.kernel = ir::placeholder("kernel", {conv.k / block, conv.c / ic, conv.r, conv.s, groups, block, group}, conv.kernelType);
    e.padded =
        ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1], 0}, {0, 0, conv.pad[2], conv.pad[3], groups * group - ic}, "data_pad");
    const IterVar chunk = ir::reduceAxis("ic_outer", conv.c / ic);
    const IterVar ry = ir::reduceAxis("kh", conv.r);
    const IterVar rx = ir::reduceAxis("kw", conv.s);
    const IterVar inner = ir::reduceAxis("ic_f_inner", groups);
    const IterVar lane = ir::reduceAxis("ic_s_inner", group);
    e.output = ir::compute("conv2d_NCHWc", {conv.n, conv.k / oc, conv.oh(), conv.ow(), oc},
                           [&](auto i) {
                               const Expr y = Expr(i[2]) * conv.stride[0] + Expr(ry.var) * conv.dilation[0];
                               const Expr x = Expr(i[3]) * conv.stride[1] + Expr(rx.var) * conv.dilation[1];
                               const Expr channel = Expr(inner.var) * group + Expr(lane.var);
                               const Expr blocks =
                                   block == oc ? Expr(i[1]) : Expr(i[1]) * (oc / block) + ir::floorDiv(Expr(i[4]), Expr(block));
                               const Expr output = block == oc ? Expr(i[4]) : ir::floorMod(Expr(i[4]), Expr(block));
                               return ir::sum(product(conv, e.padded({i[0], chunk.var, y, x, channel}),
                                                      e.kernel({blocks, chunk.var, ry.var, rx.var, inner.var, output, lane.var})),
                                              {chunk, ry, rx, inner, lane});
                           },
                           {"n", "oc_chunk", "oh", "ow", "oc_block"});
    return e;
}

Tensor pixelsRead(const Conv2d& conv, const Tensor& data)
{
    const auto& shape = data.shape();
    return ir::compute("data_pixels", {shape[0], shape[1], 1, conv.oh() * conv.ow(), shape[4]},
                       [&](auto i) {
                           const Expr y = ir::floorDiv(Expr(i[3]), Expr(conv.ow()));
                           const Expr x = ir::floorMod(Expr(i[3]), Expr(conv.ow()));
                           return data({i[0], i[1], y * conv.stride[0], x * conv.stride[1], i[4]});
                       },
                       {"n", "ic_chunk", "h", "pixel", "ic_block"});
}

Conv2dExpression conv2dOnBlocks(const Conv2d& conv, int64_t ic, int64_t oc)
{
    Conv2dExpression e;
    e.data = ir::placeholder("data", {conv.n, conv.c / ic, conv.h, conv.w, ic}, conv.type);
    e.kernel = ir::placeholder("kernel", {conv.k, conv.c, conv.r, conv.s}, conv.kernelType);
    e.padded = ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1], 0}, {0, 0, conv.pad[2], conv.pad[3], 0}, "data_pad");
    const IterVar rc = ir::reduceAxis("rc", conv.c);
    const IterVar ry = ir::reduceAxis("ry", conv.r);
    const IterVar rx = ir::reduceAxis("rx", conv.s);
    e.output = ir::compute("conv2d", {conv.n, conv.k / oc, conv.oh(), conv.ow(), oc}, [&](auto i) {
        const Expr y = Expr(i[2]) * conv.stride[0] + Expr(ry.var) * conv.dilation[0];
        const Expr x = Expr(i[3]) * conv.stride[1] + Expr(rx.var) * conv.dilation[1];
        const Expr value = e.padded({i[0], ir::floorDiv(Expr(rc.var), Expr(ic)), y, x, ir::floorMod(Expr(rc.var), Expr(ic))});
        return ir::sum(product(conv, value, e.kernel({Expr(i[1]) * oc + Expr(i[4]), rc.var, ry.var, rx.var})), {rc, ry, rx});
    });
    return e;
}

Conv2dExpression depthwiseNchw(const Conv2d& conv)
{
    const int64_t multiplier = conv.k / conv.c;
    Conv2dExpression e;
    e.data = ir::placeholder("data", {conv.n, conv.c, conv.h, conv.w}, conv.type);
    e.kernel = ir::placeholder("kernel", {conv.c, multiplier, conv.r, conv.s}, conv.kernelType);
    e.padded = ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1]}, {0, 0, conv.pad[2], conv.pad[3]}, "data_pad");
    const IterVar ry = ir::reduceAxis("ry", conv.r);
    const IterVar rx = ir::reduceAxis("rx", conv.s);
    e.output = ir::compute(
        "depthwise", {conv.n, conv.k, conv.oh(), conv.ow()},
        [&](auto i) {
            const Expr channel = ir::floorDiv(Expr(i[1]), Expr(multiplier));
            const Expr which = ir::floorMod(Expr(i[1]), Expr(multiplier));
            const Expr y = Expr(i[2]) * conv.stride[0] + Expr(ry.var) * conv.dilation[0];
            const Expr x = Expr(i[3]) * conv.stride[1] + Expr(rx.var) * conv.dilation[1];
            return ir::sum(product(conv, e.padded({i[0], channel, y, x}), e.kernel({channel, which, ry.var, rx.var})), {ry, rx});
        },
        {"n", "c", "y", "x"});
    return e;
}

Conv2dExpression depthwiseNchwc(const Conv2d& conv, int64_t ic, int64_t oc, const Tensor& data)
{
    const int64_t multiplier = conv.k / conv.c;
    Conv2dExpression e;
    e.data = data.isNull() ? ir::placeholder("data", {conv.n, conv.c / ic, conv.h, conv.w, ic}, conv.type) : data;
    e.kernel = ir::placeholder("kernel", {conv.k / oc, 1, conv.r, conv.s, 1, oc}, conv.kernelType);
    e.padded = ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1], 0}, {0, 0, conv.pad[2], conv.pad[3], 0}, "data_pad");
    const IterVar ry = ir::reduceAxis("kh", conv.r);
    const IterVar rx = ir::reduceAxis("kw", conv.s);
    e.output = ir::compute(
        "depthwise_NCHWc", {conv.n, conv.k / oc, conv.oh(), conv.ow(), oc},
        [&](auto i) {
            const Expr output = Expr(i[1]) * oc + Expr(i[4]);
            const Expr channel = multiplier == 1 ? output : ir::floorDiv(output, Expr(multiplier));
            const Expr y = Expr(i[2]) * conv.stride[0] + Expr(ry.var) * conv.dilation[0];
            const Expr x = Expr(i[3]) * conv.stride[1] + Expr(rx.var) * conv.dilation[1];
            return ir::sum(product(conv, e.padded({i[0], ir::floorDiv(channel, Expr(ic)), y, x, ir::floorMod(channel, Expr(ic))}),
                                   e.kernel({i[1], 0, ry.var, rx.var, 0, i[4]})),
                           {ry, rx});
        },
        {"n", "oc_chunk", "oh", "ow", "oc_block"});
    return e;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/groupedconv.h"

#include "core/ir/dot.h"
#include "core/op/convchecks.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace knobscope {

using ir::Expr;
using ir::IterVar;

GroupedConv2d readGroupedConv(ArgumentReader& reader)
{
    GroupedConv2d conv;
    const auto data = reader.tensor(0, "data", {4});
    const auto kernel = reader.tensor(1, "kernel", {4});
    conv.stride = reader.pair(2, "strides", 1, 1 << 16);
    conv.pad = reader.padding(3);
    conv.dilation = reader.pair(4, "dilation", 1, 1 << 16);
    conv.groups = reader.integer(5, "groups", 1, kMaxExtent);
    conv.type = data.type;
    conv.kernelType = kernel.type;
    conv.outType = reader.outputType(6, data, kernel);
    conv.n = data.shape[0];
    conv.c = data.shape[1];
    conv.h = data.shape[2];
    conv.w = data.shape[3];
    conv.k = kernel.shape[0];
    conv.r = kernel.shape[2];
    conv.s = kernel.shape[3];
    reader.checkFactorTypes(data, kernel);
    reader.checkMaxCount(7);
    if (reader.error()) {
        return conv;
    }
    if (conv.c % conv.groups != 0 || conv.k % conv.groups != 0) {
        reader.refuse(phrase("{} groups do not divide {} input and {} output channels", conv.groups, conv.c, conv.k));
    } else if (kernel.shape[1] != conv.groupC()) {
        reader.refuse(phrase("the kernel has {} input channels, but each of the {} groups has {}", kernel.shape[1], conv.groups,
                             conv.groupC()));
    }
    checkWindow(reader, conv);
    return conv;
}

namespace {

/// Index of a block of input channels, and of a channel within it.
struct ChannelPlace {
    Expr block, channel;
};

/// Place of `channel` of the `chunk`-th part (`inner` channels) of the group that an output element at `i` is of.
ChannelPlace placeOf(const GroupedConv2d& conv, int64_t ic, int64_t oc, std::span<const ir::Var> i, const Expr& chunk,
                     const Expr& channel)
{
    const int64_t groupC = conv.groupC(), groupK = conv.groupK();
    const int64_t inner = std::min(ic, groupC);
    const Expr group = oc <= groupK ? ir::floorDiv(Expr(i[1]), Expr(groupK / oc))
                                    : Expr(i[1]) * (oc / groupK) + ir::floorDiv(i[4], Expr(groupK));
    const int64_t many = ic / inner; // groups in a block
    return many > 1 ? ChannelPlace{ir::floorDiv(group, Expr(many)), ir::floorMod(group, Expr(many)) * groupC + channel}
                    : ChannelPlace{group * (groupC / inner) + chunk, channel};
}

Conv2dExpression withoutOutput(const GroupedConv2d& conv, int64_t ic, std::vector<int64_t> kernel)
{
    Conv2dExpression e;
    e.data = ir::placeholder("data", {conv.n, conv.c / ic, conv.h, conv.w, ic}, conv.type);
    e.kernel = ir::placeholder("kernel", std::move(kernel), conv.kernelType);
    e.padded = ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1], 0}, {0, 0, conv.pad[2], conv.pad[3], 0}, "data_pad");
    return e;
}

/// The element of the image that a window's position reads.
Expr pixel(const GroupedConv2d& conv, const Conv2dExpression& e, std::span<const ir::Var> i, const IterVar& ry, const IterVar& rx,
           const ChannelPlace& place)
{
    const Expr y = Expr(i[2]) * conv.stride[0] + Expr(ry.var) * conv.dilation[0];
    const Expr x = Expr(i[3]) * conv.stride[1] + Expr(rx.var) * conv.dilation[1];
    return ir::cast(conv.outType, e.padded({i[0], place.block, y, x, place.channel}));
}

} // namespace

Conv2dExpression groupedConvNchwc(const GroupedConv2d& conv, int64_t ic, int64_t oc)
{
    const int64_t inner = std::min(ic, conv.groupC());
    const int64_t chunks = conv.groupC() / inner;
    Conv2dExpression e = withoutOutput(conv, ic, {conv.k / oc, chunks, conv.r, conv.s, inner, oc});
    const IterVar chunk = ir::reduceAxis("ic_outer", chunks);
    const IterVar channel = ir::reduceAxis("ic_inner", inner);
    const IterVar ry = ir::reduceAxis("kh", conv.r);
    const IterVar rx = ir::reduceAxis("kw", conv.s);
    e.output = ir::compute("group_conv2d_NCHWc", {conv.n, conv.k / oc, conv.oh(), conv.ow(), oc},
                           [&](auto i) {
                               const Expr weight = e.kernel({i[1], chunk.var, ry.var, rx.var, channel.var, i[4]});
                               return ir::sum(pixel(conv, e, i, ry, rx, placeOf(conv, ic, oc, i, chunk.var, channel.var))
                                                  * ir::cast(conv.outType, weight),
                                              {chunk, ry, rx, channel});
                           },
                           {"n", "oc_chunk", "oh", "ow", "oc_block"});
    return e;
}

Conv2dExpression groupedConvNchwcDot(const GroupedConv2d& conv, int64_t ic, int64_t oc)
{
    const int64_t word = ir::dotLength(conv.type, conv.kernelType, conv.outType);
    const int64_t inner = std::min(ic, conv.groupC());
    const int64_t chunks = conv.groupC() / inner;
    Conv2dExpression e = withoutOutput(conv, ic, {conv.k / oc, chunks, conv.r, conv.s, inner / word, oc, word});
    const IterVar chunk = ir::reduceAxis("ic_outer", chunks);
    const IterVar ry = ir::reduceAxis("kh", conv.r);
    const IterVar rx = ir::reduceAxis("kw", conv.s);
    const IterVar channel = ir::reduceAxis("ic_f_inner", inner / word);
    const IterVar lane = ir::reduceAxis("ic_s_inner", word);
    e.output = ir::compute("group_conv2d_NCHWc", {conv.n, conv.k / oc, conv.oh(), conv.ow(), oc},
                           [&](auto i) {
                               const Expr within = Expr(channel.var) * word + Expr(lane.var);
                               const Expr weight = e.kernel({i[1], chunk.var, ry.var, rx.var, channel.var, i[4], lane.var});
                               return ir::sum(pixel(conv, e, i, ry, rx, placeOf(conv, ic, oc, i, chunk.var, within))
                                                  * ir::cast(conv.outType, weight),
                                              {chunk, ry, rx, channel, lane});
                           },
                           {"n", "oc_chunk", "oh", "ow", "oc_block"});
    return e;
}

} // namespace knobscope

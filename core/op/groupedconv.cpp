// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/groupedconv.h"

#include "core/op/convchecks.h"

#include <algorithm>

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

Conv2dExpression groupedConvNchwc(const GroupedConv2d& conv, int64_t ic, int64_t oc)
{
    const int64_t groupC = conv.groupC();
    const int64_t groupK = conv.groupK();
    const int64_t inner = std::min(ic, groupC);
    Conv2dExpression e;
    e.data = ir::placeholder("data", {conv.n, conv.c / ic, conv.h, conv.w, ic}, conv.type);
    e.kernel = ir::placeholder("kernel", {conv.k / oc, groupC / inner, conv.r, conv.s, inner, oc}, conv.kernelType);
    e.padded = ir::pad(e.data, {0, 0, conv.pad[0], conv.pad[1], 0}, {0, 0, conv.pad[2], conv.pad[3], 0}, "data_pad");
    const IterVar chunk = ir::reduceAxis("ic_outer", groupC / inner);
    const IterVar channel = ir::reduceAxis("ic_inner", inner);
    const IterVar ry = ir::reduceAxis("kh", conv.r);
    const IterVar rx = ir::reduceAxis("kw", conv.s);
    e.output = ir::compute(
        "group_conv2d_NCHWc", {conv.n, conv.k / oc, conv.oh(), conv.ow(), oc},
        [&](auto i) {
            const Expr group = oc <= groupK ? ir::floorDiv(Expr(i[1]), Expr(groupK / oc))
                                            : Expr(i[1]) * (oc / groupK) + ir::floorDiv(i[4], Expr(groupK));
            const int64_t many = ic / inner; // groups in a block
            const Expr from = many > 1 ? ir::floorDiv(group, Expr(many)) : group * (groupC / inner) + chunk.var;
            const Expr place = many > 1 ? ir::floorMod(group, Expr(many)) * groupC + channel.var : Expr(channel.var);
            const Expr y = Expr(i[2]) * conv.stride[0] + Expr(ry.var) * conv.dilation[0];
            const Expr x = Expr(i[3]) * conv.stride[1] + Expr(rx.var) * conv.dilation[1];
            return ir::sum(ir::cast(conv.outType, e.padded({i[0], from, y, x, place}))
                               * ir::cast(conv.outType, e.kernel({i[1], chunk.var, ry.var, rx.var, channel.var, i[4]})),
                           {chunk, ry, rx, channel});
        },
        {"n", "oc_chunk", "oh", "ow", "oc_block"});
    return e;
}

} // namespace knobscope

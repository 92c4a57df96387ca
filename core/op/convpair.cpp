// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/convpair.h"

namespace knobscope {

namespace {

/// Reads one convolution from its own argument list; a kernel with one filter per channel means a depthwise one.
Conv2d readOne(ArgumentReader& outer, const std::string& templateName, const nlohmann::json& args)
{
    const auto channels = [&](size_t i, size_t axis) { return args.at(i).at(1).at(axis).get<int64_t>(); };
    const bool isDepthwise = channels(1, 1) == 1 && channels(0, 1) > 1 && channels(1, 0) == channels(0, 1);
    ArgumentReader reader(templateName, args);
    const Conv2d conv = readUnpackedConv(reader, isDepthwise);
    if (reader.error()) {
        outer.refuse(*reader.error());
    }
    return conv;
}

Conv2dExpression expressionOf(const Conv2d& conv, int64_t ic, int64_t oc, const ir::Tensor& data = {})
{
    return conv.depthwise ? depthwiseNchwc(conv, ic, oc, data) : conv2dNchwc(conv, ic, oc, data);
}

} // namespace

ConvPair readConvPair(ArgumentReader& reader, const std::string& templateName, const nlohmann::json& args)
{
    const auto data = reader.tensor(0, "data", {4});
    reader.tensor(1, "the first kernel", {4});
    reader.tensor(5, "the second kernel", {4});
    reader.checkMaxCount(10);
    if (args.size() < 9) {
        reader.refuse(
            phrase("argument {} ({}) {}", 9, "dilation of the second", phrase("is missing; only {} were given", args.size())));
    }
    if (!reader.isNull(9) && reader.text(9, "what is between them") != "relu") {
        reader.refuse(phrase("the operation between the two convolutions must be \"relu\" or null"));
    }
    if (reader.error()) {
        return {};
    }
    if (data.type != ir::float32) {
        reader.refuse(phrase("two convolutions in one kernel must be float32"));
    }
    ConvPair pair;
    pair.isRectified = !reader.isNull(9);
    pair.first = readOne(reader, templateName, {args[0], args[1], args[2], args[3], args[4]});
    if (reader.error()) {
        return {};
    }
    const nlohmann::json middle = {
        "TENSOR", {pair.first.n, pair.first.k, pair.first.oh(), pair.first.ow()}, pair.first.type.text()};
    pair.second = readOne(reader, templateName, {middle, args.at(5), args.at(6), args.at(7), args.at(8)});
    return pair;
}

ConvPairExpression convPairNchwc(const ConvPair& pair, int64_t ic, int64_t mc, int64_t oc)
{
    ConvPairExpression e;
    e.first = expressionOf(pair.first, ic, mc);
    const ir::Tensor& sums = e.first.output;
    const ir::Tensor between = ir::compute("middle", sums.shape(), [&](auto i) {
        const ir::Expr value = sums({i[0], i[1], i[2], i[3], i[4]});
        return pair.isRectified ? ir::max(value, ir::constant(0, ir::float32)) : value;
    });
    e.second = expressionOf(pair.second, mc, oc, between);
    e.middle = e.second.padded;
    return e;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/workload.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace knobscope {
namespace {

ConvWorkload convFromJson(const nlohmann::json& json, bool depthwise)
{
    ConvWorkload conv;
    conv.n = json.value("N", int64_t{1});
    json.at("C").get_to(conv.c);
    json.at("H").get_to(conv.h);
    json.at("W").get_to(conv.w);
    json.at("K").get_to(conv.k);
    json.at("R").get_to(conv.r);
    json.at("S").get_to(conv.s);
    json.at("stride").get_to(conv.stride);
    const auto pad = json.at("pad").get<std::array<int64_t, 2>>();
    conv.pad = {pad[0], pad[1], pad[0], pad[1]};
    json.at("dilation").get_to(conv.dilation);
    conv.groups = json.value("groups", depthwise ? conv.c : 1);
    conv.depthwise = depthwise;
    return conv;
}

std::string pairText(const std::array<int64_t, 2>& pair)
{
    return pair[0] == pair[1] ? fmt::format("{}", pair[0]) : fmt::format("{}x{}", pair[0], pair[1]);
}

std::string convText(const ConvWorkload& conv)
{
    std::string text = conv.n == 1 ? "" : fmt::format("batch {}: ", conv.n);
    text += fmt::format("{}x{}x{} -> {}x{}x{}, {}x{}, stride {}", conv.c, conv.h, conv.w, conv.k, conv.oh(), conv.ow(), conv.r,
                        conv.s, pairText(conv.stride));
    const std::array<int64_t, 2> before{conv.pad[0], conv.pad[1]}, after{conv.pad[2], conv.pad[3]};
    if (before != after) {
        text += fmt::format(", pad {} before and {} after", pairText(before), pairText(after));
    } else if (before != std::array<int64_t, 2>{0, 0}) {
        text += fmt::format(", pad {}", pairText(before));
    }
    if (conv.dilation != std::array<int64_t, 2>{1, 1}) {
        text += fmt::format(", dilation {}", pairText(conv.dilation));
    }
    if (conv.groups != 1 && !conv.depthwise) {
        text += fmt::format(", {} groups", conv.groups);
    }
    return text;
}

} // namespace

std::string_view NetworkWorkload::op() const
{
    const auto* conv = std::get_if<ConvWorkload>(&shape);
    if (!conv) {
        return "dense";
    }
    return conv->depthwise ? "depthwise_conv2d" : "conv2d";
}

double NetworkWorkload::plainFlops() const
{
    // Uses doubles throughout: each extent may be near 2^31.
    const auto real = [](int64_t value) { return static_cast<double>(value); };
    if (const auto* dense = std::get_if<DenseWorkload>(&shape)) {
        return 2.0 * real(dense->batch) * real(dense->inFeatures) * real(dense->outFeatures);
    }
    const auto& conv = std::get<ConvWorkload>(shape);
    return conv.plainFlops() / (conv.depthwise ? 1 : real(conv.groups));
}

std::string NetworkWorkload::text() const
{
    if (const auto* conv = std::get_if<ConvWorkload>(&shape)) {
        return convText(*conv);
    }
    const auto& dense = std::get<DenseWorkload>(shape);
    const std::string batch = dense.batch == 1 ? "" : fmt::format("batch {}: ", dense.batch);
    return fmt::format("{}{} -> {}", batch, dense.inFeatures, dense.outFeatures);
}

NetworkWorkload workloadFromJson(const nlohmann::json& json)
{
    NetworkWorkload workload;
    workload.count = json.value("count", int64_t{1});
    if (json.at("op") == "dense") {
        workload.shape = DenseWorkload{json.value("M", int64_t{1}), json.at("in_features").get<int64_t>(),
                                       json.at("out_features").get<int64_t>()};
    } else {
        workload.shape = convFromJson(json, json.at("op") == "depthwise_conv2d");
    }
    return workload;
}

} // namespace knobscope

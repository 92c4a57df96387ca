// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/workload.h"

#include "core/op/winograd.h"
#include "core/target/host.h"

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

/// Uses doubles throughout: each extent may be near 2^31.
double productFlops(std::initializer_list<int64_t> extents)
{
    double flops = 2;
    for (const int64_t extent : extents) {
        flops *= static_cast<double>(extent);
    }
    return flops;
}

std::string batchText(int64_t batch)
{
    return batch == 1 ? "" : fmt::format("batch {}: ", batch);
}

std::string typeText(ir::DataType type)
{
    return type == ir::float32 ? "" : fmt::format(", {}", type.text());
}

} // namespace

ConvWorkload ConvWorkload::asBytes() const
{
    ConvWorkload conv = *this;
    if (bytes == ByteProducts::No) {
        return conv;
    }
    conv.bytes = ByteProducts::No;
    conv.type = ir::uint8;
    conv.kernelType = ir::int8;
    if (bytes == ByteProducts::PaddedBefore) {
        conv.h += pad[0] + pad[2];
        conv.w += pad[1] + pad[3];
        conv.pad = {0, 0, 0, 0};
    }
    return conv;
}

/// Measured with 14 to 56 rows of 64 channels and more on a Zen 4: 0.85 to 0.68 of the time of bytes, and 1.5 times with 7, which
/// read the transformed weights for too few pixels. Matrix tiles have no int16.
bool staysInt16(const ConvWorkload& conv, const Target& target)
{
    constexpr int64_t least = 14; // rows, columns
    constexpr int64_t leastChannels = 16;
    constexpr int64_t filter = 3;
    const bool isLarge = conv.oh() >= least && conv.ow() >= least && conv.c >= leastChannels && conv.k >= leastChannels;
    return conv.groups == 1 && isLarge && supportsWinograd(conv, filter) && isWinogradOfWords(conv) && !hasMatrixTiles(target);
}

double ConvWorkload::flops() const
{
    return plainFlops() / (depthwise ? 1 : static_cast<double>(groups));
}

std::string ConvWorkload::text() const
{
    std::string text = batchText(n);
    text += fmt::format("{}x{}x{} -> {}x{}x{}, {}x{}, stride {}", c, h, w, k, oh(), ow(), r, s, pairText(stride));
    const std::array<int64_t, 2> before{pad[0], pad[1]}, after{pad[2], pad[3]};
    if (before != after) {
        text += fmt::format(", pad {} before and {} after", pairText(before), pairText(after));
    } else if (before != std::array<int64_t, 2>{0, 0}) {
        text += fmt::format(", pad {}", pairText(before));
    }
    if (dilation != std::array<int64_t, 2>{1, 1}) {
        text += fmt::format(", dilation {}", pairText(dilation));
    }
    if (groups != 1 && !depthwise) {
        text += fmt::format(", {} groups", groups);
    }
    return type == ir::bfloat16 ? text + typeText(type) : text;
}

DenseWorkload DenseWorkload::asBytes() const
{
    return bytes == ByteProducts::No ? *this : DenseWorkload{batch, inFeatures, outFeatures, ir::uint8};
}

double DenseWorkload::flops() const
{
    return productFlops({batch, inFeatures, outFeatures});
}

std::string DenseWorkload::text() const
{
    return fmt::format("{}{} -> {}{}", batchText(batch), inFeatures, outFeatures, typeText(type));
}

double BatchMatmulWorkload::flops() const
{
    return productFlops({batch, m, n, k});
}

std::string BatchMatmulWorkload::text() const
{
    return fmt::format("{}{}x{} by {}x{}{}{}{}", batchText(batch), m, k, k, n, transposeA ? ", first transposed" : "",
                       transposeB ? ", second transposed" : "", typeText(type));
}

NetworkWorkload workloadFromJson(const nlohmann::json& json)
{
    NetworkWorkload workload;
    workload.count = json.value("count", int64_t{1});
    if (json.at("op") == "dense") {
        workload.shape = DenseWorkload{json.value("M", int64_t{1}), json.at("in_features").get<int64_t>(),
                                       json.at("out_features").get<int64_t>()};
    } else if (json.at("op") == "batch_matmul") {
        workload.shape = BatchMatmulWorkload{json.value("batch", int64_t{1}),  json.at("M").get<int64_t>(),
                                             json.at("N").get<int64_t>(),      json.at("K").get<int64_t>(),
                                             json.value("transpose_a", false), json.value("transpose_b", false)};
    } else {
        workload.shape = convFromJson(json, json.at("op") == "depthwise_conv2d");
    }
    return workload;
}

} // namespace knobscope

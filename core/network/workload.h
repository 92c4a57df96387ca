// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace knobscope {

/// A 2-D convolution of a network, NCHW by OIHW. Pairs are height, width.
struct ConvWorkload {
    int64_t batch = 1, inChannels = 1, height = 1, width = 1;
    int64_t outChannels = 1, kernelHeight = 1, kernelWidth = 1;
    std::array<int64_t, 2> stride{1, 1};
    std::array<int64_t, 2> padding{0, 0}; ///< on each side
    std::array<int64_t, 2> dilation{1, 1};
    int64_t groups = 1;
    bool depthwise = false; ///< each input channel has kernels of its own: groups == inChannels

    int64_t outHeight() const;
    int64_t outWidth() const;

    friend bool operator==(const ConvWorkload&, const ConvWorkload&) = default;
};

/// A fully connected layer: (batch, inFeatures) by (outFeatures, inFeatures).
struct DenseWorkload {
    int64_t batch = 1, inFeatures = 1, outFeatures = 1;

    friend bool operator==(const DenseWorkload&, const DenseWorkload&) = default;
};

/// One layer's operator and shapes, and how many layers of the network have them.
struct NetworkWorkload {
    std::variant<ConvWorkload, DenseWorkload> shape;
    int64_t count = 1;

    /// "conv2d", "depthwise_conv2d" or "dense".
    std::string_view op() const;
    /// 2 operations a multiply-accumulate of the plain operator, padding and transforms not counted; of one layer.
    double plainFlops() const;
    /// For people: "64x56x56 -> 128x28x28, 3x3, stride 2, pad 1"; "512 -> 1000".
    std::string text() const;
};

/// Reads one entry of the `workloads` list in networks.json. Extents outside 1..2^31-1, a kernel larger than its padded
/// input, groups that do not divide the channels, and a stated output size that does not follow are refused.
Result<NetworkWorkload> workloadFromJson(const nlohmann::json&);

} // namespace knobscope

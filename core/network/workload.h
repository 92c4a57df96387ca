// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace knobscope {

/// A 2-D convolution of a network, NCHW by OIHW, padded alike on both sides.
struct ConvWorkload : Conv2d {
    int64_t groups = 1; ///< as many as channels where it is depthwise

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

/// One entry of a `workloads` list in networks.json. Throws nlohmann's exceptions for what is none.
NetworkWorkload workloadFromJson(const nlohmann::json&);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace knobscope {

/// A 2-D convolution of a network, NCHW by OIHW; a 1-D one has height 1.
struct ConvWorkload : Conv2d {
    int64_t groups = 1; ///< equal to the channels if depthwise

    friend bool operator==(const ConvWorkload&, const ConvWorkload&) = default;
};

/// A fully connected layer: (batch, inFeatures) by (outFeatures, inFeatures).
struct DenseWorkload {
    int64_t batch = 1, inFeatures = 1, outFeatures = 1;

    friend bool operator==(const DenseWorkload&, const DenseWorkload&) = default;
};

/// Operator and shapes of a layer, and the number of layers in the network that have them.
struct NetworkWorkload {
    std::variant<ConvWorkload, DenseWorkload> shape;
    int64_t count = 1;

    /// "conv2d", "depthwise_conv2d" or "dense".
    std::string_view op() const;
    /// Counts 2 operations per multiply-accumulate of one layer's plain operator, without padding and transforms.
    double plainFlops() const;
    /// Text for the user: "64x56x56 -> 128x28x28, 3x3, stride 2, pad 1"; "512 -> 1000".
    std::string text() const;
};

/// Reads an entry of a `workloads` list in networks.json. Throws nlohmann's exceptions for invalid input.
NetworkWorkload workloadFromJson(const nlohmann::json&);

} // namespace knobscope

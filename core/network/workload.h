// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/op/conv2d.h"
#include "core/target/target.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace knobscope {

// Each kind of workload has three functions. op(): "conv2d", "depthwise_conv2d", "dense" or "batch_matmul". flops(): 2 operations
// per multiply-accumulate of one layer's plain operator, without padding and transforms. text(): for the user.

/// A 2-D convolution of a network, NCHW by OIHW; a 1-D one has height 1.
struct ConvWorkload : Conv2d {
    int64_t groups = 1; ///< equal to the channels if depthwise
    ByteProducts bytes = ByteProducts::No; ///< of int16, on targets that multiply bytes

    /// The layer on such a target.
    ConvWorkload asBytes() const;
    std::string_view op() const { return depthwise ? "depthwise_conv2d" : "conv2d"; }
    double flops() const;
    std::string text() const;

    friend bool operator==(const ConvWorkload&, const ConvWorkload&) = default;
};

/// Whether a convolution of int16 stays one on a target that multiplies bytes: Winograd's convolution of int16 has a quarter of
/// the products, of which an instruction adds half as many.
bool staysInt16(const ConvWorkload& conv, const Target& target);

/// A fully connected layer: (batch, inFeatures) by (outFeatures, inFeatures).
struct DenseWorkload {
    int64_t batch = 1, inFeatures = 1, outFeatures = 1;
    ir::DataType type = ir::float32; ///< of both factors, but for uint8 by int8;
                                     ///< sums of bfloat16 are float32
    ByteProducts bytes = ByteProducts::No; ///< of int16, on targets that multiply bytes

    /// The layer on such a target.
    DenseWorkload asBytes() const;
    std::string_view op() const { return "dense"; }
    double flops() const;
    std::string text() const;

    friend bool operator==(const DenseWorkload&, const DenseWorkload&) = default;
};

/// A batch of matrix products, both factors of which may be computed: (m, k) by (k, n), or a factor transposed.
struct BatchMatmulWorkload {
    int64_t batch = 1, m = 1, n = 1, k = 1;
    bool transposeA = false; ///< the first factors are (k, m)
    bool transposeB = false; ///< the second factors are (n, k)
    ir::DataType type = ir::float32; ///< of both factors; sums of bfloat16 are float32

    std::string_view op() const { return "batch_matmul"; }
    double flops() const;
    std::string text() const;

    friend bool operator==(const BatchMatmulWorkload&, const BatchMatmulWorkload&) = default;
};

/// To add a kind of workload: a struct like those above, its JSON (workloadFromJson), the arguments of its templates and which of
/// them compute it (network/extract), and the nodes that are such layers (network/graphworkloads).
using WorkloadShape = std::variant<ConvWorkload, DenseWorkload, BatchMatmulWorkload>;

/// Operator and shapes of a layer, and the number of layers in the network that have them.
struct NetworkWorkload {
    WorkloadShape shape;
    int64_t count = 1;

    std::string_view op() const
    {
        return std::visit([](const auto& one) { return one.op(); }, shape);
    }
    double plainFlops() const
    {
        return std::visit([](const auto& one) { return one.flops(); }, shape);
    }
    /// "64x56x56 -> 128x28x28, 3x3, stride 2, pad 1"; "512 -> 1000"; "batch 12: 128x64 by 64x128".
    std::string text() const
    {
        return std::visit([](const auto& one) { return one.text(); }, shape);
    }
};

/// Reads an entry of a `workloads` list in networks.json. Throws nlohmann's exceptions for invalid input.
NetworkWorkload workloadFromJson(const nlohmann::json&);

} // namespace knobscope

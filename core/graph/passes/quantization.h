// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder: what passes know of QuantizeLinear and DequantizeLinear.

#include "core/graph/graph.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace knobscope {

/// Scales and zero points of a QuantizeLinear or DequantizeLinear.
struct Scaling {
    std::vector<double> scales, zeros; ///< of equal length: one number, or one for each channel
};

/// Returns nullopt unless both are constant and valid, and of the whole tensor or of `axis` (-1: of the whole tensor).
std::optional<Scaling> scalingOf(const Graph& graph, const Node& node, int64_t axis);

/// True for layers that templates compute on integers, faster than in float32: plain and depthwise convolutions, those in groups
/// of whole dot products, and few rows times weights (outputs, inputs).
bool sumsAsIntegers(const Node& node, const Shape& data, const Shape& weights);

/// True for products that templates of dense layers compute on integers: a MatMul by weights (inputs, outputs), and a Gemm.
bool multipliesRows(const Node& node, const Shape& data, const Shape& weights);
/// Axis of the outputs in the weights of a layer.
int64_t axisOfOutputs(const Node& node);

/// Moves scales from QuantizeLinear nodes to what computes their inputs: a multiplication there takes the place of a division.
class QuantizerUnits
{
public:
    explicit QuantizerUnits(const Graph& graph);

    /// Sets the scale of the QuantizeLinear that alone reads a value, directly or after a Relu, to 1. Returns the scale that it
    /// had, by which the value must be divided; nullopt if there is none. `nodes` are those of the graph as it was given.
    std::optional<double> takeUnit(Graph& graph, std::vector<Node>& nodes, ValueId value);

private:
    std::vector<int> m_uses; ///< by value, as in usesOf()
    std::vector<int> m_readers; ///< by value: a node that reads it; -1: none
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <optional>
#include <vector>

namespace knobscope {

/// Distance between neighbouring numbers that a quantized value can have.
struct Quantum {
    std::vector<double> steps{1}; ///< one for all elements, or one for each place along an axis
    size_t stride = 1;            ///< distance of neighbours along that axis, in elements

    double at(size_t element) const { return steps[element / stride % steps.size()]; }
};

/// The quantum of a value: 1 if a QuantizeLinear or an operator of quantized sums made it, the scale if a DequantizeLinear did.
/// Operators may follow that only move or choose elements, except after a scale for each channel. nullopt for other values.
std::optional<Quantum> quantumOf(const Graph& graph, ValueId value);

/// Largest difference between two tensors of one type, in quanta, over elements that are finite in both: a whole number if both
/// have the same scale and zero point.
double quantaBetween(const Quantum& quantum, const Tensor& actual, const Tensor& expected);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

/// Kinds of random inputs.
enum class InputKind : uint8_t {
    Centred,  ///< mean 0, deviation 1, as normalized images: sums stay small, which hides errors of long sums
    Positive, ///< close to 0.1, as outputs of activations: errors of long sums and means add up
};

/// The inputs of a network: centred ones unless one of the members is set.
struct RunInputs {
    std::string folder; ///< with input_0.pb, …, as ONNX's test data, or with folders that have them, each a set of inputs
    std::optional<std::array<double, 2>> range; ///< random numbers between these, evenly distributed
};

/// Random inputs of a graph, the same each time. Integers are 0 or 1, since they may be indices.
std::vector<Tensor> randomInputs(const Graph& graph, InputKind kind);

/// Sets of inputs of a graph, at most 64; random ones are one set. Errors name the file and what is missing or wrong.
Result<std::vector<std::vector<Tensor>>> inputSets(const Graph& graph, const RunInputs& inputs);

nlohmann::json inputsToJson(const RunInputs& inputs);
/// Throws nlohmann's exceptions for invalid input.
RunInputs inputsFromJson(const nlohmann::json& json);

} // namespace knobscope

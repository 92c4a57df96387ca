// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// Element types in which a float32 network can be computed instead.
enum class Precision : uint8_t {
    Float32,
    Bfloat16, ///< factors of products are bfloat16; sums and all other operators stay float32
    Int8      ///< convolutions and fully connected layers multiply 8-bit integers
};

/// A precision and what it needs.
struct PrecisionChoice {
    Precision precision = Precision::Float32;
    ValueRanges ranges; ///< of the data that Int8 quantizes (rangesOf())
};

/// "float32", "bfloat16", "int8"
std::string_view nameOf(Precision precision);
/// Fails for other names.
Result<Precision> precisionNamed(std::string_view name);

/// Gives a float32 graph after its passes another precision. Returns the reports of the passes; fails if nothing in it can have
/// the precision.
Result<std::vector<PassReport>> applyPrecision(Graph& graph, const PrecisionChoice& choice);
/// Makes kernels keep numbers of bfloat16 as float32, for targets without its dot products (multipliesBfloat16()): there float32
/// is faster, and the results are the same.
void keepAsFloat32(Graph& graph);
/// Largest deviation, as a share of the largest output, of two right computations of a network in this precision: sums in another
/// order round some factors to the other neighbour, and later layers spread that. 0 for Float32.
double noiseOf(Precision precision);

nlohmann::json precisionToJson(const PrecisionChoice& choice);
/// Throws nlohmann's exceptions for invalid input.
PrecisionChoice precisionFromJson(const nlohmann::json& json);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/interpreter.h"

#include <cstdint>
#include <optional>
#include <string>

namespace knobscope {

enum class ModelVerdict : uint8_t { Pass, Fail, Unsupported };

/// Result of checking a model against its test data.
struct ModelCheck {
    ModelVerdict verdict = ModelVerdict::Fail;
    std::optional<Difference> difference; ///< over all outputs; nullopt if nothing was compared
    std::string message;                  ///< reason of the verdict, or what was compared
    std::optional<double> quanta = {}; ///< largest difference in quanta of the outputs that are quantized; nullopt: none is
};

/// How far an element may be off: absolute + relative * |expected|.
struct CheckTolerance {
    double relative = 1e-3;
    /// nullopt: four times the rounding error to expect of the output's type, scale and sums (roundingDepth).
    std::optional<double> absolute;
    /// Number of quanta (quantumOf()) that quantized outputs may be off by: sums that are near a tie may be rounded either way.
    int quanta = 1;
};

/// Runs an ONNX model in the interpreter on input_0.pb, input_1.pb, … of a folder and compares with output_0.pb, …, as ONNX's own
/// tests do. Returns an error if the folder has no test data.
Result<ModelCheck> checkModel(const std::string& model, const std::string& folder, const CheckTolerance& tolerance = {});

} // namespace knobscope

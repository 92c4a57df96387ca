// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace knobscope {

enum class ModelVerdict : uint8_t { Pass, Fail, Unsupported };

/// Result of checking a model against its test data.
struct ModelCheck {
    ModelVerdict verdict = ModelVerdict::Fail;
    std::optional<double> error; ///< largest absolute error of an element; nullopt if nothing was compared
    std::string message;         ///< reason of the verdict, or what was compared
};

/// Runs an ONNX model in the interpreter on input_0.pb, input_1.pb, … of a folder and compares with output_0.pb, …, as ONNX's own
/// tests do. Inputs that determine shapes become constants. Returns an error if the folder has no test data.
Result<ModelCheck> checkModel(const std::string& model, const std::string& folder);

} // namespace knobscope

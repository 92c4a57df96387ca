// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace knobscope {

enum class ModelVerdict : uint8_t { Pass, Fail, Unsupported };

/// What came of computing a model's test data.
struct ModelCheck {
    ModelVerdict verdict = ModelVerdict::Fail;
    std::optional<double> error; ///< the largest absolute one of an element; none where nothing was compared
    std::string message;         ///< why, or what was compared
};

/// Computes an ONNX model with the plain interpreter on input_0.pb, input_1.pb, … of a folder and compares with output_0.pb, …,
/// as ONNX's own tests do. Inputs that decide shapes are taken as constants. Fails where the folder holds no test data.
Result<ModelCheck> checkModel(const std::string& model, const std::string& folder);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace knobscope::randomgraphs {

/// Begins the reason of a verdict that is about ONNX Runtime alone.
inline constexpr const char* kPeerDiffers = "ONNX Runtime differs from the definition, which the kernels match";

/// Computes the model of a folder on its test sets, by definition and with compiled kernels, in this process; compares these with
/// each other and with ONNX Runtime's answers where the folder has them. Returns a line: "right: …", "refused: …", "wrong: …",
/// "special: …" if the kernels are right and ONNX Runtime differs on a network with NaN or infinite values, which ONNX leaves
/// undefined for many operators, or "limited: …" if the kernels are right but for NaN beside an infinite input of a transposed
/// convolution. Crashes where generated code does.
std::string judgeFolder(const std::string& folder);

} // namespace knobscope::randomgraphs

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace knobscope::randomgraphs {

/// Computes the model of a folder on its test sets, by definition and with compiled kernels, in this process; compares these with
/// each other and with ONNX Runtime's answers where the folder has them. A line for the caller: "right: …", "refused: …" or
/// "wrong: …". Crashes where generated code does.
std::string judgeFolder(const std::string& folder);

} // namespace knobscope::randomgraphs

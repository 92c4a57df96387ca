// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/randomgraphs/modelbuilder.h"

#include <cstdint>

namespace knobscope::randomgraphs {

/// Whether an operator has an attribute in that opset. Of opsets that the ONNX library does not know: in the newest that it
/// knows.
bool hasAttribute(const std::string& op, const std::string& name, int64_t opset);

/// Types of a node's outputs by ONNX's own rules, or by this program's importer where the ONNX library has none; empty where the
/// node is not valid. `inputs` are null where left out.
std::vector<TensorType> inferTypes(const onnx::NodeProto& node, const std::vector<const Edge*>& inputs, int64_t opset);

} // namespace knobscope::randomgraphs

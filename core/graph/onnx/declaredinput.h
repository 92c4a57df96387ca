// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder.

#include "core/graph/onnx/openextents.h"

#include <onnx/onnx_pb.h>

#include <vector>

namespace knobscope {

/// Some exporters write -1 for an open extent.
DeclaredInput declaredInput(const onnx::ValueInfoProto& input);
/// Those of a graph, without those that have an initializer.
std::vector<DeclaredInput> declaredInputs(const onnx::GraphProto& graph);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <map>
#include <string>

namespace knobscope {

/// What a NodeProto says besides inputs and outputs.
struct NodeContents {
    Attributes attributes;
    std::map<std::string, Tensor> tensors; ///< attributes that are tensors
    Sentence unsupported;                  ///< what in it is not supported; empty: all is
};

/// The failure names the attribute.
Result<NodeContents> contentsOf(const onnx::NodeProto& proto, const std::string& folder);

/// What ONNX itself holds against a node: an attribute or a number of inputs that its operator does not have in that opset. Empty
/// where it holds nothing, and where the library does not know the opset or operator.
Sentence schemaTrouble(const onnx::NodeProto& proto, int64_t opset);
/// The newest opset that the library knows.
int64_t newestOpsetOfLibrary();
/// Whether a node means the same in both opsets.
bool isSameOperator(const std::string& op, int64_t opset, int64_t other);
/// Whether ONNX has such an operator; true, too, of opsets that the library does not know.
bool isOnnxOperator(const std::string& op, int64_t opset);

} // namespace knobscope

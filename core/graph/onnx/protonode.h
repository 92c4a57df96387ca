// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <map>
#include <string>

namespace knobscope {

/// Contents of a NodeProto besides inputs and outputs.
struct NodeContents {
    Attributes attributes;
    std::map<std::string, Tensor> tensors; ///< attributes that are tensors
    Sentence unsupported;                  ///< the part that is not supported; empty if all is
};

/// Errors name the attribute.
Result<NodeContents> contentsOf(const onnx::NodeProto& proto, const std::string& folder);

/// Returns ONNX's schema error for a node, for example an attribute or input count that its operator lacks in that opset. Empty
/// if the node is valid, or if the library does not know the opset or operator.
Sentence schemaError(const onnx::NodeProto& proto, int64_t opset);
/// Newest opset that the library supports.
int64_t newestOpsetOfLibrary();
/// True if an operator has the same definition in both opsets.
bool isSameOperator(const std::string& op, int64_t opset, int64_t other);
/// True if ONNX has such an operator; also for opsets that the library does not know.
bool isOnnxOperator(const std::string& op, int64_t opset);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace knobscope {

/// ONNX's number for a type of elements as ours; nothing for what is not supported (strings, complex and 16-bit reals).
std::optional<NumberType> numberTypeOf(int32_t onnxType);
/// The same the other way.
int32_t onnxTypeOf(NumberType type);

/// "float16": how ONNX's number for a type is called, supported or not.
std::string onnxTypeName(int32_t onnxType);

/// A tensor of a file; `raw` is its raw_data where that is not in the message. External data are read from `folder` alone. The
/// failure says what is wrong with it without naming it.
Result<Tensor> tensorOf(const onnx::TensorProto& proto, const std::string& folder, std::optional<std::string_view> raw = {});

} // namespace knobscope

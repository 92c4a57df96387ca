// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace knobscope {

/// Converts ONNX's element type to ours; nullopt for unsupported ones (strings, complex numbers). float16 and bfloat16 are read
/// and computed as float32.
std::optional<ir::DataType> numberTypeOf(int32_t onnxType);
/// Converts our element type to ONNX's.
int32_t onnxTypeOf(ir::DataType type);

/// ONNX's name of an element type, as "float16", whether supported or not.
std::string onnxTypeName(int32_t onnxType);

/// Reads a tensor of a file; `raw` is its raw_data if that was cut from the message. Reads external data only from `folder`.
/// Errors do not name the tensor.
Result<Tensor> tensorOf(const onnx::TensorProto& proto, const std::string& folder, std::optional<std::string_view> raw = {});

} // namespace knobscope

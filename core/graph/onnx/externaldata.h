// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/zeroedbytes.h"
#include "core/result/result.h"

#include <onnx/onnx_pb.h>

#include <string>

namespace knobscope {

/// The elements of a tensor that lie in another file. That file must be below `folder`, wherever links lead; `expected` bytes of
/// it are read.
Result<ZeroedBytes> externalBytes(const onnx::TensorProto& proto, const std::string& folder, size_t expected);

} // namespace knobscope

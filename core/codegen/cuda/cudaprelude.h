// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/expressions.h"

namespace knobscope {

/// The few functions and types that printed kernels need and CUDA has only in headers, which NVRTC does not find by itself.
std::vector<std::string> cudaPrelude(const CudaPreludeUse& used);

} // namespace knobscope

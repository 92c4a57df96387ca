// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/expressions.h"

namespace knobscope {

/// The functions and types that printed kernels need and that CUDA defines only in headers, which NVRTC cannot find.
std::vector<std::string> cudaPrelude(const CudaPreludeUse& used);

} // namespace knobscope

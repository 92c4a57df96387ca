// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/op/dense.h"

#include <span>

namespace knobscope {

/// Operators as plain loops on plain layouts, accumulated in double: what textbooks write.
/// data NCHW, kernel OIHW (depthwise: C, multiplier, R, S) -> NCHW.
std::vector<double> referenceConv2d(const Conv2d& conv, std::span<const double> data, std::span<const double> kernel);
/// a (B, M, K), b (B, N, K) -> (B, M, N).
std::vector<double> referenceMatrixProduct(const MatrixProduct& p, std::span<const double> a, std::span<const double> b);

} // namespace knobscope

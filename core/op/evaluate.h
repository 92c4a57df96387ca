// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/tensor.h"

#include <map>

namespace knobscope {

/// Element values by TensorNode, row-major.
using TensorValues = std::map<const ir::TensorNode*, std::vector<double>>;

/// Computes a tensor from its definition alone, in double precision: no schedule, no lowering, no code generator. The truth
/// that kernels are checked against. `values` must hold every placeholder it depends on; intermediate tensors are added.
/// Takes about 5 ns an operation, and a fifth of that or less a multiply-accumulate of a plain sum of products. An index outside
/// a tensor is refused by name.
Result<std::vector<double>> evaluate(const ir::Tensor& output, TensorValues& values);

} // namespace knobscope

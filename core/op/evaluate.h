// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/tensor.h"

#include <map>

namespace knobscope {

/// Element values by TensorNode, row-major.
using TensorValues = std::map<const ir::TensorNode*, std::vector<double>>;

/// Computes a tensor from its definition in double precision: no schedule, no lowering, no code generator. The reference for
/// checking kernels. `values` must contain every placeholder it depends on; intermediate tensors are added. Takes about 5 ns per
/// operation; a multiply-accumulate in a plain sum of products takes a fifth of that or less. Fails for an index outside a
/// tensor, with the tensor's name.
Result<std::vector<double>> evaluate(const ir::Tensor& output, TensorValues& values);

} // namespace knobscope

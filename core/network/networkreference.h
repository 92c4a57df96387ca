// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"

#include <cstddef>
#include <span>
#include <vector>

namespace knobscope {

/// Expected outputs of a network on the workers' inputs, from the interpreter, which takes minutes for large networks. Equal for
/// all programs of one network with the same shapes on one machine. For each output a 64-bit count and its elements as doubles.
/// Empty: not computed yet.
using NetworkReference = std::vector<std::byte>;

NetworkReference referenceOf(const std::vector<Tensor>& outputs);
/// Returns the elements of each output. Fails with Corrupt for bytes that referenceOf() did not write.
Result<std::vector<std::vector<double>>> readReference(std::span<const std::byte> bytes);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor.h"

#include <cstddef>
#include <span>
#include <vector>

namespace knobscope {

/// What a network must compute on the inputs that workers run it on, by the interpreter, which takes minutes for large networks.
/// The same for every program of one network with the same shapes on one machine: of each output a count of 64 bits, and its
/// numbers as doubles. Empty: not computed yet.
using NetworkReference = std::vector<std::byte>;

NetworkReference referenceOf(const std::vector<Tensor>& outputs);
/// The numbers of each output. Corrupt for bytes that referenceOf() did not write.
Result<std::vector<std::vector<double>>> readReference(std::span<const std::byte> bytes);

} // namespace knobscope

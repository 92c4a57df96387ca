// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/groupkernel.h"

#include <optional>

namespace knobscope {

/// Kernel of an LSTM, GRU or RNN in float32: the products with the inputs of all steps first, in register tiles, then the steps
/// one after the other; directions and parts of the batch run in parallel. Its outputs are row-major. nullopt, and the operator's
/// own code computes it, if weights are computed, sequences have lengths of their own, the activations are not the usual ones, or
/// 'clip' or 'input_forget' is set.
std::optional<GroupKernel> recurrentKernel(const Graph& graph, const Node& node);

} // namespace knobscope
